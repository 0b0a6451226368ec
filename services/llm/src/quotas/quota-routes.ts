import { endpoints, type QuotaUse } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';

export function mountQuotaRoutes(
  routes: EndpointRoutes,
  loadQuotas: (organisationId: string) => Promise<QuotaUse[]>,
): void {
  routes.mount(endpoints.getConversationQuotas, async ({ principal: { organisationId } }) => ({
    quotas: await loadQuotas(organisationId),
  }));
}
