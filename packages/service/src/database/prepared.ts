import { hash } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { Client } from 'pg';

/** Marks a statement that is written as text as prepared; see `prepared` for built ones. */
export const preparedMark = '/* prepared */';

/**
 * Marks a statement as prepared: PostgreSQL parses and plans it once per connection of `openPool`
 * instead of at each run. For statements that run at every request or every second, have few forms,
 * and name their columns, since `select *` breaks when a migration adds one.
 */
export function prepared<Query extends { modifyEnd(modifier: Expression<unknown>): Query }>(
  query: Query,
): Query {
  return query.modifyEnd(sql.raw(preparedMark));
}

/** Derives the name of a marked statement from its text, as driver and server require. */
export class PreparingClient extends Client {
  static {
    PreparingClient.prototype.query = new Proxy(Client.prototype.query, {
      apply: (query, client, given: unknown[]) => Reflect.apply(query, client, nameMarked(given)),
    });
  }
}

/** Names by statement. When there are more, the oldest is computed anew. */
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
