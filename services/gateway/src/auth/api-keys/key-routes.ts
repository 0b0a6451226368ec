import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Audit } from '../../audit/audit.ts';
import { getCaller } from '../caller/caller.ts';
import type { ApiKeys } from './api-keys.ts';

export interface KeyRoutesOptions {
  readonly apiKeys: ApiKeys;
  readonly identifier: { readonly clearCaches: () => Promise<void> };
  readonly audit: Audit;
}

/** Mounts the routes of a person's API keys in the active organisation. */
export function mountKeyRoutes(
  routes: EndpointRoutes,
  { apiKeys, identifier, audit }: KeyRoutesOptions,
): void {
  routes.mount(endpoints.listApiKeys, async ({ principal, query }) => {
    const { userId, organisationId } = principal;
    const { items, nextCursor } = await apiKeys.list(userId, organisationId, query);
    return { keys: items, next_cursor: nextCursor };
  });

  routes.mount(endpoints.createApiKey, async ({ request, principal, body }) => {
    const { name, scopes, expires_in_days } = body;
    const missing = scopes.find((scope) => !principal.scopes.includes(scope));
    if (missing) {
      throw new AppError('forbidden', `You cannot grant the scope ${missing}.`, {
        details: { scope: missing },
      });
    }
    assertNotOutlived(getCaller(request).until, expires_in_days);
    const key = await apiKeys.add({
      userId: principal.userId,
      organisationId: principal.organisationId,
      name,
      scopes: [...new Set(scopes)],
      expiresInDays: expires_in_days,
    });
    const { expires_at } = key;
    const details = { name, scopes, expires_at };
    await audit(request, { action: 'key.created', target: key.id, details });
    return key;
  });

  routes.mount(endpoints.deleteApiKey, async ({ request, principal, params: { id } }) => {
    const name = await apiKeys.remove(id, principal.userId, principal.organisationId);
    if (name === undefined) throw new AppError('not_found', 'No such API key.');
    await identifier.clearCaches();
    await audit(request, { action: 'key.deleted', target: id, details: { name } });
  });
}

/** A key with an expiry cannot extend its life by creating another one. */
function assertNotOutlived(until: number | undefined, days: number | undefined): void {
  if (until === undefined) return;
  if (days !== undefined && Date.now() + days * 86_400_000 <= until) return;
  throw new AppError(
    'forbidden',
    'An API key cannot create a key that expires later than itself.',
    {
      details: { field: 'expires_in_days' },
    },
  );
}
