import type { McpToolOutcome } from '@lectern/contracts';

type FailureCode = Extract<McpToolOutcome, { readonly error: string }>['error'];

/** Reasons why a tool call failed, by the code of its outcome. */
export const toolFailures = {
  confirmation_required: 'The call needs approval, and nobody could be asked.',
  invalid_arguments: 'The arguments are invalid.',
  not_allowed: 'The call is not allowed here.',
  unknown_tool: 'The server has no such tool.',
  server_unavailable: 'The server is unreachable.',
  timeout: 'The server did not respond in time.',
  result_too_large: 'The result is too large to read in full.',
  tool_error: 'The tool returned an error.',
  declined: 'You denied the call.',
  interrupted: 'The call was interrupted. It is unknown whether it took effect.',
} satisfies Readonly<Record<FailureCode | 'tool_error' | 'declined' | 'interrupted', string>>;
