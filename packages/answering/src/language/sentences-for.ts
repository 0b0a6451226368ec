import { detectLanguage, type Language } from '@lectern/retrieval/language';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { ja } from './messages/ja.ts';
import { ko } from './messages/ko.ts';
import { ru } from './messages/ru.ts';
import type { Sentences } from './messages/sentences.ts';
import { zh } from './messages/zh.ts';

export const messages: Readonly<Record<Language, Sentences>> = { de, en, es, fr, ja, ko, ru, zh };

/** Returns the service's sentences in the language of a question. */
export function sentencesFor(question: string): Sentences {
  return messages[detectLanguage(question)];
}
