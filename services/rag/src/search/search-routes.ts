import { AppError, endpoints, type ParsedSearchRequest } from '@lectern/contracts';
import { type EndpointRoutes, FairQueue, startDeadline } from '@lectern/service';
import { searchChunks } from './search-chunks.ts';
import type { SearchDependencies } from './search-state.ts';

/** Limits of searches with large answers, which take a second of the process each. */
const largeSearchLimits = {
  maxRunning: 2,
  maxRunningPerTenant: 1,
  maxWaiting: 200,
  maxWaitingPerTenant: 20,
};
/** Passages of an answer, with the surrounding ones, above which it counts as large. */
const maxPassages = 100;
/** The same for an answer with highlights or a trace. */
const maxDescribedPassages = 50;

export function mountSearchRoutes(routes: EndpointRoutes, dependencies: SearchDependencies): void {
  const largeSearches = new FairQueue(largeSearchLimits);
  routes.mount(endpoints.search, async ({ request, response, principal, body }) => {
    const { signal } = startDeadline(request, response, dependencies.settings.timeoutMs);
    const search = async () => {
      const options = { principal, signal, readsOperators: true };
      return (await searchChunks(dependencies, body, options)).response;
    };
    if (!isLarge(body)) return search();
    const { organisationId: owner, userId: person } = principal;
    return largeSearches.run({ owner, person, signal }, search).catch((error: unknown) => {
      if (!signal.aborted || error instanceof AppError) throw error;
      throw new AppError('search_timeout', undefined, { cause: error });
    });
  });
}

function isLarge({ limit, surrounding, highlight, explain }: ParsedSearchRequest): boolean {
  const passages = limit * (1 + 2 * surrounding);
  return passages > (highlight || explain ? maxDescribedPassages : maxPassages);
}
