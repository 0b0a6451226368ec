import type { Warning } from '@lectern/contracts';
import type { TextsOf } from '../i18n/language.tsx';

/** Returns a warning in the given language. English has the service's sentence, which is more exact. */
export function describeWarning(
  { code, message, details }: Warning,
  { language, texts }: TextsOf<'warnings'>,
): string {
  if (language === 'en') return message;
  const { corrected, ...sentences } = texts.warnings;
  if (code === 'spelling_corrected' && details?.word && details.instead) {
    return corrected(details.word, details.instead);
  }
  return (sentences as Readonly<Record<string, string>>)[code] ?? message;
}
