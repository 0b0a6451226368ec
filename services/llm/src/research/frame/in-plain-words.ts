/** Words of talk that say `now`, or ask to be told. After `to` and `until` they end a stretch of time. */
const talk =
  /(?<![\p{L}])(?<!(?:to|until|till|по|до)\s+)(?:right now|(?:at|for) (?:the|this) (?:present )?moment|at present|as of now|by any chance|прямо сейчас|(?:на|в) (?:данный|настоящий|этот) момент|(?:рас|под)?скажи(?:те)?)(?![\p{L}])/giu;
const short: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}])w\/o(?:ut)?(?![\p{L}])/giu, 'without'],
  [/(?<![\p{L}\p{N}])w\/(?=\s|\p{L})/giu, 'with '],
];

/** A question without words of talk that are of no topic, and with short forms written out. */
export function inPlainWords(query: string): string {
  return short.reduce(
    (text, [pattern, word]) => text.replaceAll(pattern, word),
    query.replaceAll(talk, ' '),
  );
}
