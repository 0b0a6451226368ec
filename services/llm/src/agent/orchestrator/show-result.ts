import { defuseMarkers, withoutUnseen } from '@lectern/models';

/** Maximum share of the context for one result. */
const resultShare = 0.25;
const charactersOfToken = 3;
const maxResultLength = 40_000;

/** Returns the maximum characters of a result in one message. */
export function resultLimitOf(contextTokens: number): number {
  return Math.min(maxResultLength, Math.floor(contextTokens * resultShare) * charactersOfToken);
}

export interface ShownResult {
  readonly tool: string;
  readonly text: string;
  readonly isError?: boolean;
  /** Position of the rest of a cut text. */
  readonly rest: { readonly resultId: string; readonly offset: number } | null;
}

/** Fences a result as data and removes texts that look like our citations. */
export function showResult({ tool, text, isError = false, rest }: ShownResult): string {
  const body = defuseMarkers(withoutUnseen(text)).replaceAll(/<(?=\/?result\b)/gi, '&lt;');
  const status = isError ? ' status="error"' : '';
  const name = tool.replaceAll(/["<>\s]+/g, ' ');
  const cut = rest
    ? `\nThe result is longer. read_result with result_id ${rest.resultId} and offset ${rest.offset} reads on.`
    : '';
  return `<result tool="${name}"${status}>\n${body}\n</result>${cut}`;
}
