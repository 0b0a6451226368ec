import {
  type EndpointName,
  type Me,
  meSchema,
  type SuiteHealth,
  suiteHealthSchema,
} from '@lectern/contracts';
import type { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import { readFailure } from '../connection/read-failure.ts';

/** A part of the suite's state, or why it could not be read. */
export type Read<Value> = { readonly value: Value } | { readonly problem: string };

const timeoutMs = 10_000;

/** Reads the health of gateway and services; an unhealthy suite answers 503. */
export function readHealth(connection: Connection): Promise<Read<SuiteHealth>> {
  return read(connection, 'getHealth', { schema: suiteHealthSchema, mayBeUnwell: true });
}

/** Health with the details of each service, for administrators. */
export function readDetails(connection: Connection): Promise<Read<SuiteHealth>> {
  return read(connection, 'getSuiteHealth', { schema: suiteHealthSchema, mayBeUnwell: true });
}

export function readCaller(connection: Connection): Promise<Read<Me>> {
  return read(connection, 'getMe', { schema: meSchema });
}

interface ReadOptions<Schema> {
  readonly schema: Schema;
  /** A 503 contains the health as well. */
  readonly mayBeUnwell?: boolean;
}

async function read<Schema extends z.ZodType>(
  connection: Connection,
  name: EndpointName,
  { schema, mayBeUnwell = false }: ReadOptions<Schema>,
): Promise<Read<z.output<Schema>>> {
  try {
    const response = await connection.fetch(name, { signal: AbortSignal.timeout(timeoutMs) });
    const isState = response.ok || (mayBeUnwell && response.status === 503);
    if (!isState) return { problem: (await readFailure(response)).message };
    const body = schema.safeParse(await response.json());
    return body.success ? { value: body.data } : { problem: 'the answer has an unknown form' };
  } catch (error) {
    return { problem: describe(error) };
  }
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message) return cause.message;
  return error instanceof Error ? error.message : String(error);
}
