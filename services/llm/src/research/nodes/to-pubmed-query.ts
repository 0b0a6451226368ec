import { namesSomething, type ResearchFrame } from '@lectern/contracts';

/**
 * A question in PubMed's language: any of the trials it names, or all of its groups of words,
 * without the records that have one of the excluded names.
 */
export function toPubmedQuery({ entities }: ResearchFrame): string | undefined {
  const { nct_ids, conditions, interventions, terms, sponsors, excluded } = entities;
  const topic = toGroups([...interventions, ...conditions, ...terms]);
  if (nct_ids.length > 0) {
    return [...nct_ids, ...(topic.length > 0 ? [`(${topic.join(' AND ')})`] : [])].join(' OR ');
  }
  const wanted = topic.length > 0 ? topic : toGroups(sponsors);
  if (wanted.length === 0) return undefined;
  // A frame of an older checkpoint has no excluded names.
  const unwanted = toGroups(excluded ?? []).map((group) => ` NOT ${group}`);
  return wanted.join(' AND ') + unwanted.join('');
}

function toGroups(names: readonly string[]): readonly string[] {
  return names.map(toGroup).filter(Boolean);
}

/** In capitals, PubMed takes them for operators. ` OR ` between words asks for any of them. */
const operator = /(?<![\p{L}\p{N}_]-?)(?:AND|(?<!\S )OR|OR(?! \S)|NOT)(?!-?[\p{L}\p{N}_])/gu;

function toGroup(words: string): string {
  const plain = words
    .replaceAll(/[()[\]"]/g, '  ')
    .replaceAll(operator, (word) => word.toLowerCase())
    .replaceAll(/\s+/g, ' ')
    .trim();
  return namesSomething(plain) ? `(${plain})` : '';
}
