import type { Warning } from '@lectern/contracts';
import type { Language } from '../i18n/define-texts.ts';
import { warningTexts } from './warning-texts.ts';

/** A warning in the person's language; the server's sentence, which may say more, where it is that. */
export function describeWarning({ code, message }: Warning, language: Language): string {
  if (language === 'en') return message;
  const { corrected, ...sentences } = warningTexts[language];
  const words = /"(.+)"; "(.+)"/.exec(message);
  if (code === 'spelling_corrected' && words) return corrected(words[1] ?? '', words[2] ?? '');
  return (sentences as Readonly<Record<string, string>>)[code] ?? message;
}
