import { AppError, endpoints, scimPath } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Audit } from '../audit/audit.ts';
import { requireOwner } from '../auth/caller/caller.ts';
import type { ScimTokens } from './scim-tokens.ts';

export interface ScimTokenRoutesOptions {
  readonly scimTokens: ScimTokens;
  readonly audit: Audit;
  readonly publicUrl: string;
}

/** Mounts the tokens of identity providers, which owners manage. */
export function mountScimTokenRoutes(
  routes: EndpointRoutes,
  { scimTokens, audit, publicUrl }: ScimTokenRoutesOptions,
): void {
  routes.mount(endpoints.listScimTokens, async ({ request }) => {
    const tokens = await scimTokens.list(requireOwner(request).organisationId);
    await audit(request, { action: 'scim.tokens_read' });
    return { base_url: publicUrl + scimPath, tokens: [...tokens] };
  });

  routes.mount(endpoints.createScimToken, async ({ request, body: { name } }) => {
    const { organisationId, userId } = requireOwner(request);
    const token = await scimTokens.add(organisationId, userId, name);
    await audit(request, { action: 'scim.token_created', target: token.id, details: { name } });
    return token;
  });

  routes.mount(endpoints.deleteScimToken, async ({ request, params: { id } }) => {
    const name = await scimTokens.remove(id, requireOwner(request).organisationId);
    if (name === undefined) throw new AppError('not_found', 'No such token.');
    await audit(request, { action: 'scim.token_deleted', target: id, details: { name } });
  });
}
