import { eventQuerySchema } from '@lectern/contracts';
import { getPrincipal, openEventStream, requireScope, validate } from '@lectern/service';
import { Router } from 'express';
import { requireCollection } from '../access/load-access.ts';
import type { RequestContext } from '../access/request-context.ts';
import type { Database } from '../database/tables.ts';
import type { EventHub } from './event-hub.ts';

const heartbeatMs = 15_000;
/** A token lasts ten minutes; a stream ends before it and the caller opens a new one. */
const streamLifetimeMs = 9 * 60_000;

export function createEventRoutes(
  database: Database,
  hub: EventHub,
  context: RequestContext,
): Router {
  const router = Router();
  router.get('/', requireScope('documents:read'), async (request, response) => {
    const { collection_id: collectionId } = validate(eventQuerySchema, request.query);
    const access = await context.accessOf(request);
    if (collectionId) await requireCollection(database, access, collectionId, 'read');
    const stream = openEventStream(request, response);
    const heartbeat = () => stream.send('heartbeat', { time: new Date().toISOString() });
    const timer = setInterval(heartbeat, heartbeatMs);
    const lifetime = setTimeout(() => stream.end(), streamLifetimeMs);
    stream.signal.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(lifetime);
    });
    hub.subscribe({
      organisationId: getPrincipal(request).organisationId,
      loadAccess: () => context.accessOf(request),
      collectionId,
      stream,
    });
    heartbeat();
  });
  return router;
}
