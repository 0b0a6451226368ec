import type { McpToolOutcome } from '@lectern/contracts';

type FailureCode = Extract<McpToolOutcome, { readonly error: string }>['error'];

/** Reasons why a tool call failed, by the code of its outcome. */
export const toolFailures = {
  confirmation_required: 'It needs the consent of a person, who was not asked.',
  invalid_arguments: 'It was called with values that it does not take.',
  not_allowed: 'It may not be called here.',
  unknown_tool: 'Its server has no such tool.',
  server_unavailable: 'Its server cannot be reached.',
  timeout: 'It did not answer in time.',
  result_too_large: 'Its answer was too long to be read as a whole.',
  tool_error: 'The tool answered with an error.',
  declined: 'You refused the call.',
  interrupted: 'The call was broken off; whether it was carried out is not known.',
} satisfies Readonly<Record<FailureCode | 'tool_error' | 'declined' | 'interrupted', string>>;
