import { endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';

export interface ConversationQuota {
  readonly limit: number;
  /** How many the organisation has; above the limit it is not counted on. */
  count(organisationId: string): Promise<number>;
}

export function mountQuotaRoutes(routes: EndpointRoutes, { limit, count }: ConversationQuota) {
  routes.mount(endpoints.getConversationQuotas, async ({ principal: { organisationId } }) => ({
    quotas: [{ quota: 'conversations' as const, used: await count(organisationId), limit }],
  }));
}
