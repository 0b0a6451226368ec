import { endpoints, type KnowledgeEvents } from '@lectern/contracts';
import { type EndpointRoutes, openEventStream } from '@lectern/service';
import { type EventDependencies, followEvents } from './follow-events.ts';

export function mountEventRoutes(routes: EndpointRoutes, dependencies: EventDependencies): void {
  routes.mount(endpoints.streamEvents, ({ request, response, principal, query }) =>
    followEvents(dependencies, { principal, collectionId: query.collection_id }, () =>
      openEventStream<KnowledgeEvents>(request, response),
    ),
  );
}
