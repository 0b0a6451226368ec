import type { z } from 'zod';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { AnswerOf, BodyOf, ParametersOf, QueryOf } from '../endpoints/endpoint-types.ts';
import type { EndpointName, endpoints } from '../endpoints/index.ts';
import { AppError } from '../errors.ts';
import type { EventSchemas, ReadEvent } from '../streams/event-schemas.ts';
import { readEvents, readParts } from '../streams/read-events.ts';

type Endpoints = typeof endpoints;

/** Options of every kind of call. */
export interface CallBase<Name extends EndpointName> {
  readonly params?: ParametersOf<Name>;
  readonly query?: QueryOf<Name>;
  readonly signal?: AbortSignal;
  /** Additional headers, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call of any endpoint. */
export interface AnyCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of a call with JSON. */
export interface Call<Name extends EndpointName> extends CallBase<Name> {
  readonly body?: BodyOf<Name>;
}

/** Endpoints with events. */
export type StreamedName = {
  [Name in EndpointName]: Endpoints[Name] extends { events: EventSchemas } | { parts: z.ZodType }
    ? Name
    : never;
}[EndpointName];

/** Endpoints that accept files. */
export type UploadName = {
  [Name in EndpointName]: Endpoints[Name] extends { upload: string } ? Name : never;
}[EndpointName];

/** An event or part of an endpoint's stream. */
export type StreamedOf<Name extends StreamedName> = Endpoints[Name] extends {
  events: infer Schemas extends EventSchemas;
}
  ? ReadEvent<Schemas>
  : Endpoints[Name] extends { parts: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never;

/**
 * Returns the validated response; undefined if the endpoint has none.
 *
 * @throws AppError `upstream_failed` for an invalid response.
 */
export function checkAnswer<Name extends EndpointName>(
  endpoint: Endpoint,
  answer: unknown,
): AnswerOf<Name> {
  if (!endpoint.response) return undefined as AnswerOf<Name>;
  const result = endpoint.response.safeParse(answer);
  if (result.success) return result.data as AnswerOf<Name>;
  throw new AppError('upstream_failed', 'The response does not match its schema.', {
    cause: result.error,
  });
}

/** Reads the events or parts of a response body. */
export async function* readStream<Name extends StreamedName>(
  { events, parts }: Endpoint,
  { body }: Response,
): AsyncGenerator<StreamedOf<Name>> {
  if (!body) return;
  if (events) yield* readEvents(body, events) as AsyncGenerator<StreamedOf<Name>>;
  else if (parts) yield* readParts(body, parts) as AsyncGenerator<StreamedOf<Name>>;
}
