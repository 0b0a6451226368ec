import { namesSomething, type ResearchFrame } from '@lectern/contracts';

/** A question in PubMed's language: any of the trials it names, or all of its groups of words. */
export function toPubmedQuery({ entities }: ResearchFrame): string | undefined {
  const { nct_ids, conditions, interventions, terms, sponsors } = entities;
  const topic = [...interventions, ...conditions, ...terms].map(toGroup).filter(Boolean);
  if (nct_ids.length > 0) {
    return [...nct_ids, ...(topic.length > 0 ? [`(${topic.join(' AND ')})`] : [])].join(' OR ');
  }
  if (topic.length === 0) return sponsors.map(toGroup).filter(Boolean).join(' AND ') || undefined;
  return topic.join(' AND ');
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
