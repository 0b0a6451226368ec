import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import {
  createStatusError,
  createStreamError,
  createUnknownFormError,
  type ModelApiError,
  toNetworkError,
} from '../model-api-error.ts';

/** Optional parameters. The API names the refused one only within its sentence. */
const optionalParameters = ['thinking', 'tool_choice', 'max_tokens'] as const;

/** Translates an error of the library, without the vendor's text. */
export function toAnthropicError(error: unknown): ModelApiError {
  if (error instanceof APIConnectionError) return toNetworkError(error);
  if (error instanceof APIError) {
    if (error.status === undefined) return toStreamError(error);
    const refused = error.status === 400 ? findRefused(error) : undefined;
    return createStatusError(error.status, error.headers ?? new Headers(), refused);
  }
  if (error instanceof SyntaxError || error instanceof TypeError) return createUnknownFormError();
  return toNetworkError(error);
}

function findRefused({ apiMessage }: APIError): string | undefined {
  return optionalParameters.find((name) => apiMessage?.includes(name));
}

/** Translates an error that the API sends within its stream. */
function toStreamError({ type }: APIError): ModelApiError {
  if (type === 'invalid_request_error') return createUnknownFormError();
  return createStreamError();
}
