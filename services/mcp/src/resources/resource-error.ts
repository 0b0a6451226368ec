import { AppError } from '@lectern/contracts';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { toToolError } from '../tools/tool-error.ts';

/**
 * Returns an error in the form of the protocol. Missing and hidden documents are the same; no
 * internals leak.
 */
export function toResourceError(error: unknown, uri?: string): Error {
  if (error instanceof ProtocolError) return error;
  const status = error instanceof AppError ? error.status : 500;
  if (uri !== undefined && status === 404) return new ResourceNotFoundError(uri);
  const { error: code, message, details } = toToolError(error);
  const isCallersDoing = status >= 400 && status < 500;
  return new ProtocolError(
    isCallersDoing ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    message,
    { code, ...details },
  );
}
