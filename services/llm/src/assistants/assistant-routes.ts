import { AppError, type Assistant, endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import type { Request } from 'express';
import type { FindReadableCollections } from '../clients/readable-documents.ts';
import { ownerOf } from '../conversations/owner.ts';
import type { Owner } from '../ports/owner.ts';
import type { SharedItems } from '../prompts/shared-items.ts';
import { readerOf } from '../withheld-quotes/reader-of.ts';

export interface AssistantRoutesDependencies {
  readonly assistants: SharedItems<Assistant>;
  readonly findReadableCollections: FindReadableCollections;
  /**
   * Returns the id of a model connection.
   * @throws AppError `model_not_found`.
   */
  readonly resolveModel: (owner: Owner, reference: string) => Promise<string | undefined>;
}

export function mountAssistantRoutes(
  routes: EndpointRoutes,
  { assistants, findReadableCollections, resolveModel }: AssistantRoutesDependencies,
): void {
  /** Checks the named collections, and replaces the name of a model by its id. */
  const check = async <Given extends Partial<Pick<Assistant, 'model' | 'collections'>>>(
    given: Given,
    { owner, request }: { readonly owner: Owner; readonly request: Request },
  ): Promise<Given> => {
    if (given.collections) {
      const readable = await findReadableCollections(given.collections, readerOf(request));
      if (!given.collections.every((id) => readable.includes(id))) {
        throw new AppError('collection_not_found', undefined, {
          details: { field: 'collections' },
        });
      }
    }
    return given.model ? { ...given, model: await resolveModel(owner, given.model) } : given;
  };
  routes.mount(endpoints.listAssistants, async ({ principal, query: { limit, cursor } }) => {
    const page = await assistants.list(ownerOf(principal), { limit, cursor });
    return { assistants: page.items, next_cursor: page.nextCursor };
  });
  routes.mount(endpoints.createAssistant, async ({ request, response, principal, body }) => {
    const owner = ownerOf(principal);
    const created = await assistants.create(owner, await check(body, { owner, request }));
    addAuditDetails(response, { target: created.id, details: { name: created.name } });
    return created;
  });
  routes.mount(endpoints.getAssistant, ({ principal, params }) =>
    assistants.get(ownerOf(principal), params.id),
  );
  routes.mount(
    endpoints.updateAssistant,
    async ({ request, response, principal, params, body }) => {
      const owner = ownerOf(principal);
      const changed = await assistants.update(
        owner,
        params.id,
        await check(body, { owner, request }),
      );
      addAuditDetails(response, { details: { name: changed.name, changed: Object.keys(body) } });
      return changed;
    },
  );
  routes.mount(endpoints.deleteAssistant, ({ principal, params }) =>
    assistants.delete(ownerOf(principal), params.id),
  );
}
