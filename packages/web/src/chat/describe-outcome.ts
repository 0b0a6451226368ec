import { errorTexts } from '../api/error-texts.ts';
import { toolFailureTexts } from '../api/tool-failure-texts.ts';
import type { Language } from '../i18n/define-texts.ts';
import type { Formats } from '../i18n/formats.ts';
import { chatTexts } from './chat-texts.ts';

/** What a step brought: words of the suite itself in the person's language, others as they are. */
export function describeOutcome(
  summary: string,
  language: Language,
  formats: Pick<Formats, 'number'>,
): string {
  const texts = chatTexts[language];
  const number = (digits: string | undefined) => formats.number(Number(digits));
  const found = /^articles: (\d+), passages: (\d+)$/.exec(summary);
  if (found) return texts.found(number(found[1]), number(found[2]));
  const rows = /^(\d+) rows$/.exec(summary);
  if (rows) return texts.rows(number(rows[1]));
  const characters = /^characters: (\d+)$/.exec(summary);
  if (characters) return texts.characters(number(characters[1]));
  // The state beside it says so.
  if (summary === 'Stopped') return '';
  const known: Readonly<Record<string, string>> = {
    ...errorTexts[language],
    ...toolFailureTexts[language],
  };
  return known[summary] ?? summary;
}
