import type { ToolCall } from '@lectern/contracts';
import type { Formats } from '../i18n/formats.ts';
import type { OwnTexts } from '../i18n/texts.ts';

/** Returns the outcome of a call in words. Calls without one have their summary. */
export function describeOutcome(
  { status, summary, outcome }: Pick<ToolCall, 'status' | 'summary' | 'outcome'>,
  texts: Pick<OwnTexts, 'chat' | 'errors' | 'toolFailures'>,
  { number }: Pick<Formats, 'number'>,
): string {
  switch (outcome?.kind) {
    case 'passages':
      return texts.chat.found(number(outcome.articles), number(outcome.passages));
    case 'rows':
      return texts.chat.rows(number(outcome.rows));
    case 'text':
      return texts.chat.characters(number(outcome.characters));
    case 'failure':
      return describeFailure(outcome.code, texts);
    default:
      // The badge beside it shows that the call was stopped.
      return status === 'stopped' ? '' : describeFailure(summary, texts);
  }
}

function describeFailure(code: string, texts: Pick<OwnTexts, 'errors' | 'toolFailures'>): string {
  const known: Readonly<Record<string, string>> = {
    ...texts.errors,
    ...texts.toolFailures,
  };
  return known[code] ?? code;
}
