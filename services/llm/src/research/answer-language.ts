import { detectLanguage, type Language } from '@lectern/retrieval/language';

/** Languages in which research answers and warns; the compiler asks for the words of each. */
const answerLanguages = ['en', 'ru'] as const satisfies readonly Language[];

export type AnswerLanguage = (typeof answerLanguages)[number];

/** The same in every language in which research answers. */
export type InEachLanguage<Words> = Readonly<Record<AnswerLanguage, Words>>;

/** The language in which a question is answered: its own, or English where there are no words in that. */
export function languageOf(question: string): AnswerLanguage {
  const language = detectLanguage(question);
  return answerLanguages.find((known) => known === language) ?? 'en';
}
