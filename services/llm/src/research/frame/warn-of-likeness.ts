import type { ResearchFrame, Warning } from '@lectern/contracts';
import { type InEachLanguage, languageOf } from '../answer-language.ts';
import { asksForLikePublications } from './read-likeness.ts';

/** Of a question for records like one that it names, where none are looked for. */
export const likenessNotSearched = 'likeness_not_searched';

const messages: InEachLanguage<string> = {
  en: 'Records like those that are named were not searched for: likeness is looked for among studies alone, by their conditions and interventions.',
  ru: 'Похожие записи не искались: сходство ищется только для исследований, по их заболеваниям и вмешательствам.',
};

export function warnOfLikeness(
  { entities: { pmids } }: Pick<ResearchFrame, 'entities'>,
  query: string,
): Warning[] {
  if (pmids.length === 0 || !asksForLikePublications(query)) return [];
  return [{ code: likenessNotSearched, message: messages[languageOf(query)] }];
}
