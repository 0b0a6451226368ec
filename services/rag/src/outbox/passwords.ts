import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DatabaseTransaction } from '../database/tables.ts';

/**
 * Passwords of encrypted files are never stored. They are sent as notifications, which PostgreSQL
 * delivers to the listening workers when the upload commits, and wait there in memory.
 */
export const passwordsChannel = 'rag_passwords';

interface PasswordMessage {
  readonly id: string;
  readonly work: number;
  readonly password: string;
}

export async function sendPassword(
  transaction: DatabaseTransaction,
  { id, work, password }: PasswordMessage,
): Promise<void> {
  await sql`select pg_notify(${passwordsChannel}, ${JSON.stringify({ id, work, password })})`.execute(
    transaction,
  );
}

const lifetimeMs = 15 * 60_000;
const maxEntries = 1_000;
/** A job can be faster than the notification that was sent before it. */
const waitMs = 2_000;

/** Passwords that a worker has received, for a quarter of an hour. */
export class PasswordBox {
  readonly #kept = new LRUCache<string, string>({ max: maxEntries, ttl: lifetimeMs });
  readonly #received = new EventEmitter();

  receive(payload: string): void {
    const { id, work, password } = JSON.parse(payload) as PasswordMessage;
    const key = `${id}:${work}`;
    this.#kept.set(key, password);
    this.#received.emit(key);
  }

  /** Returns the password, after a short wait for an announced one; undefined if it is lost. */
  async find(id: string, work: number, announced: boolean): Promise<string | undefined> {
    const key = `${id}:${work}`;
    if (announced && !this.#kept.has(key)) {
      await once(this.#received, key, { signal: AbortSignal.timeout(waitMs) }).catch(() => {});
    }
    return this.#kept.get(key);
  }

  forget(id: string, work: number): void {
    this.#kept.delete(`${id}:${work}`);
  }
}
