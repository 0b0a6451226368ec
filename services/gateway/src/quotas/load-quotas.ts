import { AppError, type QuotaUse, quotaListSchema } from '@lectern/contracts';
import type { Upstream } from '../proxy/upstream.ts';

const timeoutMs = 3_000;

/**
 * What a service behind the gateway counts for the organisation of the token.
 *
 * @throws AppError `service_unavailable`.
 */
export async function loadQuotas(
  { name, pool, basePath }: Upstream,
  path: string,
  token: string,
): Promise<readonly QuotaUse[]> {
  try {
    const { body } = await pool.request({
      method: 'GET',
      path: basePath + path,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return quotaListSchema.parse(await body.json()).quotas;
  } catch (error) {
    throw new AppError('service_unavailable', undefined, {
      cause: error,
      details: { service: name },
    });
  }
}
