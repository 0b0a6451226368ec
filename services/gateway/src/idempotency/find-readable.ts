import { AppError, insideEndpoints, requestIdHeader } from '@lectern/contracts';
import type { Request } from 'express';
import { getCaller } from '../auth/caller/caller.ts';
import type { InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import { askUpstream } from '../proxy/ask-upstream.ts';
import type { Upstream } from '../proxy/upstream.ts';

const timeoutMs = 3_000;

/**
 * Returns which of the documents exist and are readable by the caller of the request.
 * @throws AppError `service_unavailable`.
 */
export type FindReadable = (
  documentIds: readonly string[],
  request: Request,
) => Promise<ReadonlySet<string>>;

/** Asks the knowledge service in the caller's name. */
export function createFindReadable(
  upstream: Upstream,
  internalTokens: InternalTokens,
): FindReadable {
  const { method, path, response: schema } = insideEndpoints.findReadable;
  return async (documentIds, request) => {
    const token = await internalTokens.get(getCaller(request));
    try {
      const { status, answer } = await askUpstream(upstream, {
        method,
        path,
        headers: { authorization: `Bearer ${token}`, [requestIdHeader]: request.id },
        body: { document_ids: documentIds },
        timeoutMs,
      });
      if (status !== 200) throw new Error(`the knowledge service answered ${status}`);
      return new Set(schema.parse(answer).document_ids);
    } catch (error) {
      throw new AppError('service_unavailable', undefined, { cause: error });
    }
  };
}
