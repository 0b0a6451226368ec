import type { ResearchFrame } from '@lectern/contracts';
import { detectLanguage } from '@lectern/retrieval/language';

/** What a question in another language is about, by the English names that were read from it. */
export function listEnglishNames(query: string, frame: ResearchFrame | null): readonly string[] {
  if (!frame || detectLanguage(query) === 'en') return [];
  const { interventions, conditions, terms } = frame.entities;
  const written = query.toLowerCase();
  return [...interventions, ...conditions, ...terms].filter(
    (name) => !written.includes(name.toLowerCase()),
  );
}
