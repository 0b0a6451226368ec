import {
  AppError,
  endpoints,
  insideEndpoints,
  insidePathOf,
  type QuotaUse,
  quotaListSchema,
} from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { getCaller } from '../auth/caller/caller.ts';
import type { InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import type { CountedQuota } from '../database/counted-quota.ts';
import type { Database } from '../database/tables.ts';
import { askUpstream } from '../proxy/ask-upstream.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { CallLimits } from '../rate-limits/call-limits.ts';
import { loadInstallationLimits } from './installation-limits.ts';

export interface QuotaRoutesOptions {
  readonly database: Database;
  readonly upstreams: Readonly<Record<'rag' | 'llm' | 'mcp', Upstream>>;
  readonly internalTokens: InternalTokens;
  readonly limits: CallLimits;
  /** Quotas that the gateway counts. */
  readonly counted: readonly Pick<CountedQuota, 'loadUse'>[];
}

/** Mounts the quotas over all services: of the caller's organisation, and of all. */
export function mountQuotaRoutes(routes: EndpointRoutes, options: QuotaRoutesOptions): void {
  const { upstreams, internalTokens, limits, counted } = options;
  routes.mount(endpoints.getInstallationLimits, ({ request }) =>
    loadInstallationLimits(options, getCaller(request)),
  );
  routes.mount(endpoints.listQuotas, async ({ request }) => {
    const caller = getCaller(request);
    const token = await internalTokens.get(caller);
    const [documents, conversations, servers, own, calls] = await Promise.all([
      loadQuotas(upstreams.rag, insidePathOf(endpoints.getDocumentQuotas), token),
      loadQuotas(upstreams.llm, insidePathOf(endpoints.getConversationQuotas), token),
      loadQuotas(upstreams.mcp, insideEndpoints.listServerQuotas.path, token),
      Promise.all(counted.map((quota) => quota.loadUse(caller.organisationId))),
      limits.listUse(caller.organisationId),
    ]);
    return { quotas: [...documents, ...conversations, ...servers, ...own, ...calls] };
  });
}

const timeoutMs = 3_000;

/**
 * Returns the quotas that a service counts for the organisation of the token.
 *
 * @throws AppError `service_unavailable`.
 */
async function loadQuotas(
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
