import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@lectern/contracts';
import { isDatabaseUnavailable } from '@lectern/service';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';

interface CurrentRequest {
  failure?: unknown;
}

const currentRequest = new AsyncLocalStorage<CurrentRequest>();

function record(error: unknown): void {
  const request = currentRequest.getStore();
  if (request) request.failure = error;
}

/** Wraps the pool for better-auth: records for the current request that a connection failed. */
export function recordConnectionFailures(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      try {
        return recordLosses(await pool.connect());
      } catch (error) {
        record(error);
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/** An idle connection may have been lost before the pool notices. */
function recordLosses(client: PostgresPoolClient): PostgresPoolClient {
  const query = async (...given: unknown[]) => {
    try {
      return await Reflect.apply(client.query, client, given);
    } catch (error) {
      if (isDatabaseUnavailable(error)) record(error);
      throw error;
    }
  };
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query') return query;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Runs the work and fails if the database was unavailable in it. better-auth would answer as if
 * nobody were signed in, and report a session as ended that it could not delete.
 *
 * @throws AppError `service_unavailable`, and what the work throws.
 */
export function failOnDatabaseError<Result>(work: () => Promise<Result>): Promise<Result> {
  const request: CurrentRequest = {};
  return currentRequest.run(request, async () => {
    try {
      const result = await work();
      if (request.failure === undefined) return result;
    } catch (error) {
      if (request.failure === undefined) throw error;
    }
    throw new AppError('service_unavailable', undefined, { cause: request.failure });
  });
}
