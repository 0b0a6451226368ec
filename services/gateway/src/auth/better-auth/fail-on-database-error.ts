import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@lectern/contracts';
import type { PostgresPool } from 'kysely';
import type { Pool } from 'pg';

interface Asked {
  failure?: unknown;
}

const asked = new AsyncLocalStorage<Asked>();

/** The pool as better-auth uses it: notes for the request at hand that no connection came. */
export function recordConnectionFailures(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      try {
        return await pool.connect();
      } catch (error) {
        const request = asked.getStore();
        if (request) request.failure = error;
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/**
 * What the work gives, if the database could be asked in it. better-auth answers without it as if
 * nobody were signed in, and says of a session that it could not end that it ended.
 *
 * @throws AppError `service_unavailable`, and what the work throws.
 */
export function failOnDatabaseError<Result>(work: () => Promise<Result>): Promise<Result> {
  const request: Asked = {};
  return asked.run(request, async () => {
    try {
      const result = await work();
      if (request.failure === undefined) return result;
    } catch (error) {
      if (request.failure === undefined) throw error;
    }
    throw new AppError('service_unavailable', undefined, { cause: request.failure });
  });
}
