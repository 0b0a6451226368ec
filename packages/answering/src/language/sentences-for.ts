import { detectLanguage, type Language } from '@lectern/retrieval/language';
import { de } from './catalogue/de.ts';
import { en } from './catalogue/en.ts';
import { es } from './catalogue/es.ts';
import { fr } from './catalogue/fr.ts';
import { ja } from './catalogue/ja.ts';
import { ko } from './catalogue/ko.ts';
import { ru } from './catalogue/ru.ts';
import type { Sentences } from './catalogue/sentences.ts';
import { zh } from './catalogue/zh.ts';

export const catalogue: Readonly<Record<Language, Sentences>> = { de, en, es, fr, ja, ko, ru, zh };

/** Returns the service's sentences in the language of a question. */
export function sentencesFor(question: string): Sentences {
  return catalogue[detectLanguage(question)];
}
