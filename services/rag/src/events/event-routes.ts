import { AppError, endpoints, type KnowledgeEvents } from '@lectern/contracts';
import { type EndpointRoutes, openEventStream } from '@lectern/service';
import { loadAccess, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import type { EventHub } from './event-hub.ts';

const heartbeatMs = 15_000;
/** A stream of one collection ends within five seconds of the right to read it. */
const rightsMs = 3_000;
/** A token lasts ten minutes; a stream ends before it and the caller opens a new one. */
const streamLifetimeMs = 9 * 60_000;

export function mountEventRoutes(routes: EndpointRoutes, database: Database, hub: EventHub): void {
  routes.mount(endpoints.streamEvents, async ({ request, response, principal, query }) => {
    const collectionId = query.collection_id;
    const access = await loadAccess(database, principal);
    if (collectionId)
      await requireCollection(database, access, collectionId, { permission: 'read' });
    const stream = openEventStream<KnowledgeEvents>(request, response);
    const heartbeat = () => stream.send('heartbeat', { time: new Date().toISOString() });
    const timer = setInterval(heartbeat, heartbeatMs);
    const endWithoutRight = async (id: string) => {
      try {
        await requireCollection(database, await loadAccess(database, principal), id, {
          permission: 'read',
        });
      } catch (error) {
        // A database that is away for a moment takes no right away.
        if (error instanceof AppError) stream.end();
      }
    };
    const rights = collectionId
      ? setInterval(() => void endWithoutRight(collectionId), rightsMs)
      : undefined;
    const lifetime = setTimeout(() => stream.end(), streamLifetimeMs);
    stream.signal.addEventListener('abort', () => {
      clearInterval(timer);
      clearInterval(rights);
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
