import { type Endpoint, endpoints, type InsideEndpoint, insideEndpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { countRows } from './count-rows.ts';
import { type DocumentQuotas, loadDocumentUse } from './document-quotas.ts';
import { loadLimits } from './load-limits.ts';
import { loadParseSeconds, maxParseSecondsPerDay } from './parse-use.ts';

/** Quotas of each organisation. */
export interface Quotas extends DocumentQuotas {
  readonly collections: number;
  readonly evaluationSets: number;
}

export interface QuotaRouteDependencies {
  readonly database: Database;
  readonly quotas: Quotas;
}

export function mountQuotaRoutes(
  routes: EndpointRoutes<Endpoint | InsideEndpoint>,
  { database, quotas }: QuotaRouteDependencies,
): void {
  routes.mount(insideEndpoints.getKnowledgeLimits, () => loadLimits(database, quotas));
  routes.mount(endpoints.getDocumentQuotas, async ({ principal: { organisationId } }) => {
    const [documents, collections, sets, seconds] = await Promise.all([
      loadDocumentUse(database, organisationId, quotas),
      countRows(database, 'rag.collections', organisationId),
      countRows(database, 'rag.evaluation_sets', organisationId),
      loadParseSeconds(database, organisationId),
    ]);
    return {
      quotas: [
        ...documents,
        { quota: 'collections' as const, used: collections, limit: quotas.collections },
        { quota: 'evaluation_sets' as const, used: sets, limit: quotas.evaluationSets },
        {
          quota: 'parse_seconds' as const,
          used: Math.ceil(seconds),
          limit: maxParseSecondsPerDay,
        },
      ],
    };
  });
}
