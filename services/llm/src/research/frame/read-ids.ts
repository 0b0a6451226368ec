import { asksAgainst } from './read-negated.ts';

/** Identifiers of records that a question names. */
export interface FoundIds {
  readonly nct_ids: readonly string[];
  readonly pmids: readonly string[];
  /** Words that ask for records other than those they name. */
  readonly aside: readonly string[];
  /** The question without those words. */
  readonly asked: string;
}

const nct = '(?<![\\p{L}\\p{N}])nct[\\s:#№-]{0,2}\\d{8}(?![\\p{L}\\p{N}])';
const pmid =
  '(?<![\\p{L}\\p{N}])pmids?(?![\\p{L}])[:\\s#№]*(\\d+(?:\\s*(?:,|;|and|и|&)\\s*\\d{4,}|\\s+(?:with|to|vs\\.?|versus|against|or|с|со|или|против)\\s+\\d{7,8}(?!\\d))*)';
const nctPattern = new RegExp(nct, 'giu');
const pmidPattern = new RegExp(pmid, 'giu');

/** What an identifier is called. */
export const recordPattern =
  '(?:the|trials?|stud(?:y|ies)|publications?|papers?|articles?|records?|numbers?|id|исследовани[а-яё]*|испытани[а-яё]*|публикаци[а-яё]*|стат[а-яё]+|запис[а-яё]+|номер[а-яё]*)';
const id = `(?:${recordPattern}\\s+)*(?:${nct}|${pmid.replace('(\\d', '(?:\\d')})`;
/** Identifiers in a row. */
export const idsPattern = `${id}(?:(?:\\s*[,;]\\s*|\\s*,?\\s+(?:and|or|nor|и|или|ни)\\s+)${id})*`;
const leftOut =
  '(?:(?:is|are|was|were|be|being)\\s+)?(?:excluded|omitted|left out|not\\s+(?:included|wanted)|исключ[а-яё]+|не\\s+нуж[а-яё]+)';
/** Neither service can leave a record out. */
const against = new RegExp(
  `${asksAgainst}${idsPattern}|(?<![\\p{L}])(?<!(?:or|или)\\s)(?:besides|beyond|not|помимо|не)\\s+${idsPattern}|${idsPattern}\\s+${leftOut}(?![\\p{L}])`,
  'giu',
);

export function readIds(query: string): FoundIds {
  const aside: string[] = [];
  const asked = query.replaceAll(against, (said) => {
    aside.push(said);
    return ' ';
  });
  const nctIds = asked.match(nctPattern) ?? [];
  const pmids = [...asked.matchAll(pmidPattern)].flatMap(
    ([, list = '']) => list.match(/\d+/g) ?? [],
  );
  return {
    nct_ids: [...new Set(nctIds.map((found) => found.replaceAll(/[^a-z\d]/gi, '').toUpperCase()))],
    pmids: [...new Set(pmids)],
    aside,
    asked,
  };
}

/** A text without any identifier. */
export function withoutIds(text: string): string {
  return text.replaceAll(nctPattern, ' ').replaceAll(pmidPattern, ' ');
}
