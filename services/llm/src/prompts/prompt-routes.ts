import { endpoints, type Prompt } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import type { SharedItems } from './shared-items.ts';

/** Mounts the routes for saved prompts. */
export function mountPromptRoutes(routes: EndpointRoutes, prompts: SharedItems<Prompt>): void {
  routes.mount(endpoints.listPrompts, async ({ principal, query: { limit, cursor } }) => {
    const page = await prompts.list(ownerOf(principal), { limit, cursor });
    return { prompts: page.items, next_cursor: page.nextCursor };
  });
  routes.mount(endpoints.createPrompt, ({ principal, body }) =>
    prompts.create(ownerOf(principal), body),
  );
  routes.mount(endpoints.getPrompt, ({ principal, params }) =>
    prompts.get(ownerOf(principal), params.id),
  );
  routes.mount(endpoints.updatePrompt, ({ principal, params, body }) =>
    prompts.update(ownerOf(principal), params.id, body),
  );
  routes.mount(endpoints.deletePrompt, ({ principal, params }) =>
    prompts.delete(ownerOf(principal), params.id),
  );
}
