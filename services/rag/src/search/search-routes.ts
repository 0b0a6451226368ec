import { AppError, endpoints, type ParsedSearchRequest } from '@lectern/contracts';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import { readQuery } from './read-query.ts';
import { searchChunks } from './search-chunks.ts';
import type { SearchDependencies } from './search-state.ts';

/** Passages of an answer, with the surrounding ones, above which it counts as large. */
const maxPassages = 100;
/** The same for an answer with highlights or a trace. */
const maxDescribedPassages = 50;

export function mountSearchRoutes(routes: EndpointRoutes, dependencies: SearchDependencies): void {
  routes.mount(endpoints.search, async ({ request, response, principal, body }) => {
    const { signal } = startDeadline(request, response, dependencies.settings.timeoutMs);
    const search = async () => {
      const options = { principal, signal, readsOperators: true };
      return (await searchChunks(dependencies, body, options)).response;
    };
    if (!isLarge(body)) return search();
    const { organisationId: owner, userId: person } = principal;
    return dependencies.largeSearches
      .run({ owner, person, signal }, search)
      .catch((error: unknown) => {
        if (!signal.aborted || error instanceof AppError) throw error;
        throw new AppError('search_timeout', undefined, { cause: error });
      });
  });
}

/** Phrases and exclusions are checked on the texts of many passages. */
function isLarge(request: ParsedSearchRequest): boolean {
  const { query, limit, surrounding, highlight, explain } = request;
  const { phrases, excluded } = readQuery(query);
  if (phrases.length + excluded.length > 0) return true;
  const passages = limit * (1 + 2 * surrounding);
  return passages > (highlight || explain ? maxDescribedPassages : maxPassages);
}
