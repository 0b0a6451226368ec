import { endpoints } from '@lectern/contracts';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import { searchChunks } from './search-chunks.ts';
import type { SearchDependencies } from './search-state.ts';

export function mountSearchRoutes(routes: EndpointRoutes, dependencies: SearchDependencies): void {
  routes.mount(endpoints.search, async ({ request, response, principal, body }) => {
    const { signal } = startDeadline(request, response, dependencies.settings.timeoutMs);
    const found = await searchChunks(dependencies, body, {
      principal,
      signal,
      readsOperators: true,
    });
    return found.response;
  });
}
