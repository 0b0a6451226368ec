import type { ResearchFrame, Warning } from '@lectern/contracts';
import { type InEachLanguage, languageOf } from '../answer-language.ts';
import { asksForTrials } from './read-intent.ts';

/** Of a question that names studies and goes to the own documents, from which no way leads to the registry. */
export const trialsNotSearched = 'trials_not_searched';

const messages: InEachLanguage<string> = {
  en: 'ClinicalTrials.gov was not searched: a question about the own documents goes to these and to PubMed. To search for trials, ask about them without the documents, or with the intent trials_with_pubs.',
  ru: 'ClinicalTrials.gov не спрашивался: вопрос о собственных документах идёт к ним и к PubMed. Чтобы искать исследования, спросите о них без документов или с намерением trials_with_pubs.',
};

/** Says that studies which a question asks for are not looked up, and how they are. */
export function warnOfTrials({ intent, entities }: ResearchFrame, query: string): Warning[] {
  if (intent !== 'hybrid_search') return [];
  if (entities.nct_ids.length === 0 && !asksForTrials(query)) return [];
  return [{ code: trialsNotSearched, message: messages[languageOf(query)] }];
}
