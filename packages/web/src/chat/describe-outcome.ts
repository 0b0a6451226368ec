import type { ToolCall } from '@lectern/contracts';
import { errorTexts } from '../api/error-texts.ts';
import { toolFailureTexts } from '../api/tool-failure-texts.ts';
import type { Language } from '../i18n/define-texts.ts';
import type { Formats } from '../i18n/formats.ts';
import { chatTexts } from './chat-texts.ts';

/** Returns the outcome of a call in the given language. Calls without one have their summary. */
export function describeOutcome(
  { status, summary, outcome }: Pick<ToolCall, 'status' | 'summary' | 'outcome'>,
  language: Language,
  { number }: Pick<Formats, 'number'>,
): string {
  const texts = chatTexts[language];
  switch (outcome?.kind) {
    case 'passages':
      return texts.found(number(outcome.articles), number(outcome.passages));
    case 'rows':
      return texts.rows(number(outcome.rows));
    case 'text':
      return texts.characters(number(outcome.characters));
    case 'failure':
      return describeFailure(outcome.code, language);
    default:
      // The badge beside it shows that the call was stopped.
      return status === 'stopped' ? '' : describeFailure(summary, language);
  }
}

function describeFailure(code: string, language: Language): string {
  const known: Readonly<Record<string, string>> = {
    ...errorTexts[language],
    ...toolFailureTexts[language],
  };
  return known[code] ?? code;
}
