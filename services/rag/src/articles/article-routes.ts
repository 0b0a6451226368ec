import { endpoints } from '@lectern/contracts';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import { type ArticleDependencies, retrieveArticles } from './retrieve-articles.ts';

export function mountArticleRoutes(
  routes: EndpointRoutes,
  dependencies: ArticleDependencies,
): void {
  routes.mount(endpoints.retrieveArticles, ({ request, response, principal, body }) => {
    const { signal } = startDeadline(request, response, dependencies.search.settings.timeoutMs);
    return retrieveArticles(dependencies, body, { principal, signal });
  });
}
