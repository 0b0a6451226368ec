import { defuseMarkers } from '@lectern/models';

/** Share of the context that one result may take, in characters by token. */
const resultShare = 0.25;
const charactersOfToken = 3;
const maxResultLength = 40_000;

/** Most characters of a result that a model is shown at once. */
export function resultLimitOf(contextTokens: number): number {
  return Math.min(maxResultLength, Math.floor(contextTokens * resultShare) * charactersOfToken);
}

export interface ShownResult {
  /** The tool that gave it. */
  readonly tool: string;
  readonly text: string;
  readonly isError?: boolean;
  /** Where the text is cut: how the rest is read. */
  readonly rest: { readonly resultId: string; readonly offset: number } | null;
}

/** A result as data: fenced, and without what looks like a citation of ours. */
export function showResult({ tool, text, isError = false, rest }: ShownResult): string {
  const body = defuseMarkers(text).replaceAll(/<(?=\/?result\b)/gi, '&lt;');
  const status = isError ? ' status="error"' : '';
  const name = tool.replaceAll(/["<>\s]+/g, ' ');
  const cut = rest
    ? `\nThe result is longer. read_result with result_id ${rest.resultId} and offset ${rest.offset} reads on.`
    : '';
  return `<result tool="${name}"${status}>\n${body}\n</result>${cut}`;
}
