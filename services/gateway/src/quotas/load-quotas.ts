import { AppError, type QuotaUse, quotaListSchema } from '@lectern/contracts';
import { askUpstream } from '../proxy/ask-upstream.ts';
import type { Upstream } from '../proxy/upstream.ts';

const timeoutMs = 3_000;

/**
 * What a service behind the gateway counts for the organisation of the token.
 *
 * @throws AppError `service_unavailable`.
 */
export async function loadQuotas(
  upstream: Upstream,
  path: string,
  token: string,
): Promise<readonly QuotaUse[]> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { answer } = await askUpstream(upstream, { method: 'GET', path, headers, timeoutMs });
    return quotaListSchema.parse(answer).quotas;
  } catch (error) {
    throw new AppError('service_unavailable', undefined, {
      cause: error,
      details: { service: upstream.name },
    });
  }
}
