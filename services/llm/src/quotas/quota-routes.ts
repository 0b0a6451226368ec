import { endpoints, type QuotaUse } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';

export interface CountedQuota {
  readonly quota: QuotaUse['quota'];
  readonly limit: number;
  /** How many the organisation has; above the limit it is not counted on. */
  count(organisationId: string): Promise<number>;
}

export function mountQuotaRoutes(routes: EndpointRoutes, counted: readonly CountedQuota[]): void {
  routes.mount(endpoints.getConversationQuotas, async ({ principal: { organisationId } }) => ({
    quotas: await Promise.all(
      counted.map(async ({ quota, limit, count }) => ({
        quota,
        used: await count(organisationId),
        limit,
      })),
    ),
  }));
}
