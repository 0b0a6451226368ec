import { hash } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { Client } from 'pg';

/** Ends a statement that is written as text and kept prepared: what `prepared` is for built ones. */
export const preparedMark = '/* prepared */';

/**
 * Marks a statement as one that connections of `openPool` keep prepared: PostgreSQL then parses and
 * plans it once a connection instead of at each run. For statements that run at every request or
 * every second, have few forms, and name their columns, since `select *` breaks when a migration
 * adds one.
 */
export function prepared<Query extends { modifyEnd(modifier: Expression<unknown>): Query }>(
  query: Query,
): Query {
  return query.modifyEnd(sql.raw(preparedMark));
}

/** Names marked statements after their text, so that the driver and the server keep them. */
export class PreparingClient extends Client {
  static {
    PreparingClient.prototype.query = new Proxy(Client.prototype.query, {
      apply: (query, client, given: unknown[]) => Reflect.apply(query, client, nameMarked(given)),
    });
  }
}

/** By statement. They have few forms, as `prepared` says; past this many the oldest is named anew. */
const names = new Map<string, string>();
const maxNames = 1_000;

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = hash('sha1', text);
  const [oldest] = names.keys();
  if (names.size >= maxNames && oldest !== undefined) names.delete(oldest);
  names.set(text, name);
  return name;
}

function nameMarked(given: unknown[]): unknown[] {
  const [text, values, ...rest] = given;
  return typeof text === 'string' && text.endsWith(preparedMark)
    ? [{ name: nameOf(text), text, values }, ...rest]
    : given;
}
