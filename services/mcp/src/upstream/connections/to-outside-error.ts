import type { McpServerFailure } from '@lectern/contracts';
import { AddressRefusedError } from '@lectern/service/outbound';
import {
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { OutsideServerError } from './outside-servers.ts';

/** Converts an error of a connection to one of ours. */
export function toOutsideError(error: unknown): OutsideServerError {
  const own = causesOf(error).find((cause) => cause instanceof OutsideServerError);
  if (own) return own;
  return new OutsideServerError(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): McpServerFailure {
  for (const cause of causesOf(error)) {
    if (cause instanceof AddressRefusedError) return 'address_refused';
    if (isRefusedSignIn(cause)) return 'unauthorized';
    if (cause instanceof SdkHttpError) {
      if (cause.status === 401 || cause.status === 403) return 'unauthorized';
      if (cause.status === 408 || cause.status === 504) return 'timeout';
      return 'unreachable';
    }
    if (cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout) return 'timeout';
    if (cause instanceof ProtocolError) {
      const isRefused =
        cause.code === ProtocolErrorCode.InvalidParams ||
        cause.code === ProtocolErrorCode.MethodNotFound;
      return isRefused ? 'refused_arguments' : 'garbage';
    }
    if (cause instanceof Error && /TimeoutError|AbortError/.test(cause.name)) return 'timeout';
    if (
      cause instanceof Error &&
      /ECONN|ENOTFOUND|EAI_|EHOST|ENET|UND_ERR|EPIPE|ENOENT|EACCES/.test(codeOf(cause))
    ) {
      return /TIMEOUT/.test(codeOf(cause)) ? 'timeout' : 'unreachable';
    }
  }
  const isFetch = causesOf(error).some(
    (cause) => cause instanceof TypeError && cause.message === 'fetch failed',
  );
  return isFetch ? 'unreachable' : 'garbage';
}

function isRefusedSignIn(cause: unknown): boolean {
  return (
    cause instanceof UnauthorizedError ||
    cause instanceof OAuthError ||
    cause instanceof OAuthClientFlowError
  );
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns the error and its causes, outermost first. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < 6; ) {
    causes.push(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}
