import type { Warning } from '@lectern/contracts';
import type { Language } from '../i18n/define-texts.ts';
import { warningTexts } from './warning-texts.ts';

/** Returns a warning in the given language. English has the server's sentence, which is more exact. */
export function describeWarning({ code, message, details }: Warning, language: Language): string {
  if (language === 'en') return message;
  const { corrected, ...sentences } = warningTexts[language];
  if (code === 'spelling_corrected' && details?.word && details.instead) {
    return corrected(details.word, details.instead);
  }
  return (sentences as Readonly<Record<string, string>>)[code] ?? message;
}
