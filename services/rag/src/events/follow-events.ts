import { AppError, type KnowledgeEvents, type Principal } from '@lectern/contracts';
import type { EventStream } from '@lectern/service';
import { loadAccess, requireCollection } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import type { EventHub } from './event-hub.ts';

export interface EventDependencies {
  readonly database: Database;
  readonly hub: EventHub;
}

export interface Follower {
  readonly principal: Principal;
  /** Limits the stream to this collection and its descendants. */
  readonly collectionId: string | undefined;
}

const heartbeatMs = 15_000;
/** A stream of one collection ends within five seconds after the right to read it is lost. */
const rightsMs = 3_000;
/** A token is valid for ten minutes; a stream ends before that, and the caller opens a new one. */
const streamLifetimeMs = 9 * 60_000;

/**
 * Sends changes to a stream, which is opened after the check of the caller's right, as long as the
 * right lasts.
 *
 * @throws AppError `collection_not_found` before the stream is opened.
 */
export async function followEvents(
  { database, hub }: EventDependencies,
  { principal, collectionId }: Follower,
  openStream: () => EventStream<KnowledgeEvents>,
): Promise<void> {
  const requireRight = async () => {
    const access = await loadAccess(database, principal);
    if (collectionId === undefined) return;
    await requireCollection(database, access, { id: collectionId, permission: 'read' });
  };
  await requireRight();
  const stream = openStream();
  // A client that has left sends no further `abort`, and its timers would run for ever.
  if (stream.signal.aborted) return;
  const sendHeartbeat = () => stream.send('heartbeat', { time: new Date().toISOString() });
  const endWithoutRight = (error: unknown) => {
    // Only a refusal ends the stream; a database that is briefly away refuses nothing.
    if (error instanceof AppError) stream.end();
  };
  // Without `runPeriodically`, which logs each failure: an unreachable database would give a line
  // per stream.
  const heartbeats = setInterval(sendHeartbeat, heartbeatMs);
  const checks =
    collectionId && setInterval(() => void requireRight().catch(endWithoutRight), rightsMs);
  const lifetime = setTimeout(() => stream.end(), streamLifetimeMs);
  stream.signal.addEventListener('abort', () => {
    clearInterval(heartbeats);
    clearInterval(checks);
    clearTimeout(lifetime);
  });
  hub.subscribe({
    organisationId: principal.organisationId,
    loadAccess: () => loadAccess(database, principal),
    collectionId,
    stream,
  });
  sendHeartbeat();
}
