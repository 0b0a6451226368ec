import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import type { EventSchemas, ReadEvent } from './event-schemas.ts';

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** End marker of unnamed events. */
export const endOfParts = '[DONE]';

/**
 * Reads and validates named events. Unknown names are skipped, since streams grow.
 *
 * @throws AppError `upstream_failed` when data of a known event are invalid.
 */
export async function* readEvents<Schemas extends EventSchemas>(
  body: Bytes,
  schemas: Schemas,
): AsyncGenerator<ReadEvent<Schemas>> {
  for await (const { event, data } of parse(body)) {
    if (event === undefined || !Object.hasOwn(schemas, event)) continue;
    const schema = schemas[event] as Schemas[string];
    yield { event, data: check(schema, readJson(data)) } as ReadEvent<Schemas>;
  }
}

/**
 * Reads the JSON of unnamed events up to `[DONE]`. Unknown types are skipped.
 *
 * @throws AppError `upstream_failed` when a known one is invalid.
 */
export async function* readParts<Schema extends z.ZodType>(
  body: Bytes,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  for await (const { data } of parse(body)) {
    if (data === endOfParts) return;
    const result = schema.safeParse(readJson(data));
    if (result.success) yield result.data;
    else if (!isUnknownType(result.error)) throw broken(result.error);
  }
}

function parse(body: Bytes) {
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw broken(cause);
  }
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw broken(result.error);
}

function isUnknownType({ issues }: z.ZodError): boolean {
  return issues.some(({ code, path }) => code === 'invalid_union' && path.join('.') === 'type');
}

function broken(cause: unknown): AppError {
  return new AppError('upstream_failed', 'The stream does not match its schema.', { cause });
}
