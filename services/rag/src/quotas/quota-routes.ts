import { endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { type DocumentQuotas, loadDocumentUse } from './document-quotas.ts';
import { loadParseSeconds } from './parse-use.ts';

export interface QuotaRouteDependencies {
  readonly database: Database;
  readonly quotas: DocumentQuotas & { readonly parseSecondsPerDay: number };
}

export function mountQuotaRoutes(
  routes: EndpointRoutes,
  { database, quotas }: QuotaRouteDependencies,
): void {
  routes.mount(endpoints.getDocumentQuotas, async ({ principal: { organisationId } }) => {
    const seconds = Math.ceil(await loadParseSeconds(database, organisationId));
    return {
      quotas: [
        ...(await loadDocumentUse(database, organisationId, quotas)),
        { quota: 'parse_seconds' as const, used: seconds, limit: quotas.parseSecondsPerDay },
      ],
    };
  });
}
