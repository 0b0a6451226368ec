import { endpoints, type KnowledgeEvents } from '@lectern/contracts';
import { type EndpointRoutes, openEventStream } from '@lectern/service';
import { loadAccess, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import type { EventHub } from './event-hub.ts';

const heartbeatMs = 15_000;
/** A token lasts ten minutes; a stream ends before it and the caller opens a new one. */
const streamLifetimeMs = 9 * 60_000;

export function mountEventRoutes(routes: EndpointRoutes, database: Database, hub: EventHub): void {
  routes.mount(endpoints.streamEvents, async ({ request, response, principal, query }) => {
    const collectionId = query.collection_id;
    const access = await loadAccess(database, principal);
    if (collectionId) await requireCollection(database, access, collectionId, 'read');
    const stream = openEventStream<KnowledgeEvents>(request, response);
    const heartbeat = () => stream.send('heartbeat', { time: new Date().toISOString() });
    const timer = setInterval(heartbeat, heartbeatMs);
    const lifetime = setTimeout(() => stream.end(), streamLifetimeMs);
    stream.signal.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(lifetime);
    });
    hub.subscribe({
      organisationId: principal.organisationId,
      loadAccess: () => loadAccess(database, principal),
      collectionId,
      stream,
    });
    heartbeat();
  });
}
