import { createHash } from 'node:crypto';
import {
  AppError,
  defaultMaxBodyBytes,
  type Endpoint,
  type Exchange,
  type InsideEndpoint,
  idSchema,
  insidePathOf,
  type ParameterName,
  type Principal,
  toRoutePath,
} from '@lectern/contracts';
import type { Express, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { getPrincipal } from '../identity/require-principal.ts';
import { hasBody } from './read-body.ts';
import { readJsonBody } from './read-json.ts';
import { validate } from './validate.ts';

type BodyOf<E> = E extends { readonly body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;
type QueryOf<E> = E extends { readonly query: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Readonly<Record<never, never>>;

/** Input of a handler, validated against the endpoint's schemas. */
export type EndpointCall<E extends Exchange> = {
  readonly request: Request;
  readonly response: Response;
  readonly params: Readonly<Record<ParameterName<E['path']>, string>>;
  readonly query: QueryOf<E>;
  /** @throws AppError `unauthorized` on a public route, which has none. */
  readonly principal: Principal;
} & (E extends { readonly upload: string }
  ? {
      /** Reads the JSON body; undefined for file uploads, which the handler receives itself. */
      readBody(): Promise<BodyOf<E> | undefined>;
    }
  : { readonly body: BodyOf<E> });

type Answer<E> = E extends { readonly response: infer Schema extends z.ZodType }
  ? Awaitable<Frozen<z.input<Schema>> | NoAnswerWhere<E>>
  : Awaitable<void>;
type Awaitable<T> = T | Promise<T>;
/** Allows a handler to return read-only values. */
type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;
type NoAnswerWhere<E> = E extends
  | { readonly events: object }
  | { readonly parts: object }
  | { readonly streamed: true }
  ? undefined
  : never;

/**
 * Returns the JSON response, which is sent with the endpoint's status. An endpoint with events, a
 * file or a streamed response uses `response` instead; any other may set another status there.
 */
export type EndpointHandler<E extends Exchange> = (call: EndpointCall<E>) => Answer<E>;

/** Mounts a service's endpoints. */
export interface EndpointRoutes<Kind extends Endpoint | InsideEndpoint = Endpoint> {
  /**
   * Serves an endpoint of the table. Checks run before the handler in this order: access, path
   * parameters, query, body with its limit. Parameters that the table does not name are rejected.
   */
  mount<E extends Kind>(endpoint: E, handler: EndpointHandler<E>): void;
}

export interface EndpointRoutesOptions<Kind> {
  readonly app: Express;
  /** Handlers that check access; they run before anything of the request is read. */
  readonly guard: (endpoint: Kind) => readonly RequestHandler[];
}

export function createEndpointRoutes<Kind extends Endpoint | InsideEndpoint>({
  app,
  guard,
}: EndpointRoutesOptions<Kind>): EndpointRoutes<Kind> {
  const checkAnswers = app.get('env') === 'test';
  return {
    mount(endpoint, handler) {
      const method = endpoint.method.toLowerCase() as Lowercase<Exchange['method']>;
      const serve = createServe(endpoint, handler, checkAnswers);
      app[method](toRoutePath(insidePathOf(endpoint)), ...guard(endpoint), serve);
    },
  };
}

function createServe<E extends Endpoint | InsideEndpoint>(
  endpoint: E,
  handler: EndpointHandler<E>,
  checkAnswers: boolean,
): RequestHandler {
  const querySchema = (endpoint.query ?? z.object({})).strict();
  return async (request, response) => {
    const params = readParams(endpoint, request);
    const query = validate(querySchema, leaveOutEmptyCursor(request.query));
    assertUploadType(endpoint, request);
    const readBody = async () =>
      endpoint.upload && !request.is('application/json')
        ? undefined
        : readBodyOf(endpoint, request);
    const call = {
      request,
      response,
      params,
      query,
      ...(endpoint.upload ? { readBody } : { body: await readBody() }),
      get principal() {
        return getPrincipal(request);
      },
    };
    response.status(endpoint.status);
    // The call's members follow from the endpoint's row, which TypeScript does not see while E is
    // open.
    const answer = await handler(call as unknown as EndpointCall<E>);
    if (answer === undefined) {
      const isAnsweredLater =
        endpoint.events || endpoint.parts || endpoint.download || endpoint.streamed;
      if (!isAnsweredLater && !response.headersSent) response.end();
      return;
    }
    if (checkAnswers) assertAnswer(endpoint, answer);
    if (Object.isFrozen(answer)) sendWritten(response, answer);
    else response.json(answer);
  };
}

/**
 * An empty `?cursor=` is the first page of every list: scripts send it when they have no cursor.
 */
function leaveOutEmptyCursor({ cursor, ...query }: Request['query']): Request['query'] {
  return cursor === undefined || cursor === '' ? query : { ...query, cursor };
}

interface Written {
  readonly text: string;
  readonly tag: string;
}

const written = new WeakMap<object, Written>();

/** Serialises a response that is the same for everybody once, since it is requested at any rate. */
function sendWritten(response: Response, answer: object): void {
  const { text, tag } = written.get(answer) ?? write(answer);
  response.type('json').set('etag', tag).send(text);
}

function write(answer: object): Written {
  const text = JSON.stringify(answer);
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  written.set(answer, { text, tag });
  return { text, tag };
}

function readParams({ notFound }: Exchange, request: Request): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.params)) {
    const isId = notFound === undefined || name !== 'id' || idSchema.safeParse(value).success;
    if (typeof value !== 'string' || !isId) {
      throw new AppError(notFound ?? 'not_found');
    }
    params[name] = value;
  }
  return params;
}

/** @throws AppError `unsupported_media_type` unless the body is files or, where allowed, JSON. */
function assertUploadType({ upload, body }: Exchange, request: Request): void {
  if (!upload || !hasBody(request)) return;
  if (request.is('multipart/form-data') || (body && request.is('application/json'))) return;
  throw new AppError(
    'unsupported_media_type',
    `Send multipart/form-data${body ? ' or application/json' : ''}.`,
  );
}

async function readBodyOf(endpoint: Exchange, request: Request): Promise<unknown> {
  const { body, bodyIsOptional, maxBodyBytes = defaultMaxBodyBytes } = endpoint;
  if (!body) return undefined;
  const given = await readJsonBody(request, { maxBytes: maxBodyBytes });
  return validate(body, given ?? (bodyIsOptional ? {} : undefined));
}

/** An invalid response is a defect of the service, which tests must reveal. */
function assertAnswer({ method, path, response }: Exchange, answer: unknown): void {
  const result = response?.safeParse(answer);
  if (result?.success) return;
  const reason = result ? z.prettifyError(result.error) : 'it has no JSON answer';
  throw new TypeError(`The answer of ${method} ${path} breaks its contract: ${reason}`);
}
