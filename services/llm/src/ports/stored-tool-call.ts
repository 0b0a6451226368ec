import type { ErrorCode, ToolCall, ToolOutcome } from '@lectern/contracts';

/** A tool call with the fields that only this service reads. */
export interface StoredToolCall extends ToolCall {
  readonly forced: boolean;
  readonly resultBytes: number;
  /** Ids of the records that were found. */
  readonly result: unknown;
  readonly errorCode: ErrorCode | undefined;
}

/** Returns the fields of a call that follow from its outcome. A call without one was stopped. */
export function toOutcomeFields(
  outcome: ToolOutcome | undefined,
): Pick<StoredToolCall, 'status' | 'summary' | 'outcome'> {
  if (!outcome) return { status: 'stopped', summary: 'Stopped' };
  const status = outcome.kind === 'failure' ? 'error' : 'ok';
  return { status, summary: summarize(outcome), outcome };
}

function summarize(outcome: ToolOutcome): string {
  switch (outcome.kind) {
    case 'passages':
      return `articles: ${outcome.articles}, passages: ${outcome.passages}`;
    case 'rows':
      return `${outcome.rows} rows`;
    case 'text':
      return `characters: ${outcome.characters}`;
    case 'failure':
      return outcome.code;
  }
}
