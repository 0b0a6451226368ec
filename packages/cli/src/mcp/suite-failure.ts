import { errorBodySchema } from '@lectern/contracts';
import { SdkHttpError } from '@modelcontextprotocol/client';

/** Failure of the suite as a JSON-RPC error. */
export interface SuiteFailure {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly code: string };
  /** True if the message has not reached the tools, so it can be sent again. */
  readonly isUnavailable: boolean;
}

const internalError = -32603;

export function toSuiteFailure(error: unknown, url: string): SuiteFailure {
  if (error instanceof SdkHttpError) return toRefusal(error, url);
  const isUnavailable = causeCodeOf(error) === 'ECONNREFUSED';
  return {
    code: internalError,
    message: isUnavailable
      ? `The suite at ${url} cannot be reached. Start it with "npm start".`
      : `The connection to the suite at ${url} broke off.`,
    data: { code: 'service_unavailable' },
    isUnavailable,
  };
}

function toRefusal({ status, data }: SdkHttpError, url: string): SuiteFailure {
  const refusal = errorBodySchema.safeParse(parseJson(data.text)).data?.error;
  const message = refusal?.message ?? `The answer was ${status} in no known form.`;
  const code = refusal?.code ?? 'upstream_failed';
  return {
    code: internalError,
    message: `The suite at ${url} refused: ${message}${hintOf(status)}`,
    data: { code },
    isUnavailable: status === 503,
  };
}

function hintOf(status: number): string {
  if (status === 401) return ' Check LECTERN_API_KEY or --api-key.';
  return status === 403 ? ' The key needs the scope mcp.' : '';
}

/** A refused connection is the cause of a fetch error, once for each address of the host. */
function causeCodeOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: string; errors?: readonly { code?: string }[] } };
  return cause?.code ?? cause?.errors?.[0]?.code;
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
