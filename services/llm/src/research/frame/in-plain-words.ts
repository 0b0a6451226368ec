/** Words of talk that say `now`, or ask to be told. After `to` and `until` they end a stretch of time. */
const talk =
  /(?<![\p{L}])(?<!(?:to|until|till|по|до)\s+)(?:right now|(?:at|for) (?:the|this) (?:present )?moment|at present|as of now|by any chance|прямо сейчас|(?:на|в) (?:данный|настоящий|этот) момент|(?:рас|под)?скажи(?:те)?)(?![\p{L}])/giu;
const short: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}])w\/o(?:ut)?(?![\p{L}])/giu, 'without'],
  [/(?<![\p{L}\p{N}])w\/(?=\s|\p{L})/giu, 'with '],
];

/** Eight figures that are a day of the calendar: 20230115. */
const day =
  '(?:19|20)\\d{2}(?:(?:0[13578]|1[02])(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)(?:0[1-9]|[12]\\d|30)|02(?:0[1-9]|[12]\\d))(?!\\d)';

/** Pages of records, by the numbers of these. */
const addresses: readonly (readonly [RegExp, string])[] = [
  [
    /(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/(\d{1,8})(?!\d)\/?(?:[?#]\S*)?/giu,
    'PMID $1',
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}])pubmed(?:\\s+(?:id|no\\.?|number|record|article|номер|запись)[:\\s#№]{1,3}|[:\\s]{0,2}[#№]\\s?|[:\\s]{1,3}(?!${day}))(\\d{7,9})(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    'PMID $1',
  ],
  [
    /(?:https?:\/\/)?(?:www\.|classic\.)?clinicaltrials\.gov\/(?:ct2\/show|study|show)\/(NCT\d{8})(?!\d)\/?(?:[?#]\S*)?/giu,
    '$1',
  ],
];
/** Asks for a number that every record of a study tells. */
const asksForCount =
  /(?<![\p{L}])how many (?:people|patients|participants|subjects|volunteers|adults|children) (?:(?:take|took|have taken|are taking) part|participated?|are participating|have participated|were (?:enrolled|recruited)|enrolled)(?: in)?(?![\p{L}])/giu;
/** Letters and figures as wide as those of Chinese and Japanese. */
const wide = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g;
const fromWide = 0xfee0;

/**
 * A question without words of talk that are of no topic, and with short forms written out, records
 * named by their numbers in place of the addresses of their pages.
 */
export function inPlainWords(query: string): string {
  const narrow = query.replaceAll(wide, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - fromWide),
  );
  return [...addresses, ...short].reduce(
    (text, [pattern, word]) => text.replaceAll(pattern, word),
    narrow.replaceAll(talk, ' ').replaceAll(asksForCount, ' participants '),
  );
}
