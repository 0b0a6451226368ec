import type { z } from 'zod';
import type { AuditAction } from '../audit.ts';
import type { ErrorCode } from '../errors.ts';
import type { Scope } from '../identity.ts';
import type { EventSchemas } from '../streams/event-schemas.ts';

export type ServiceName = 'gateway' | 'rag' | 'llm' | 'mcp';

/** Who may call. A scope is what a key needs; a session has the scopes of its role. */
export type Access =
  | Scope
  /** Nobody is asked who they are. */
  | 'public'
  /** A session, or any key. */
  | 'caller'
  /** A session alone. */
  | 'session'
  /** A session, or a key with the scope `admin`. */
  | 'session_or_admin_key'
  /** The scope `admin`, and the administrator of the installation. */
  | 'operator';

/** What a route takes and answers, wherever it stands. */
export interface Exchange {
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` are path parameters. */
  readonly path: string;
  readonly service: ServiceName;
  /**
   * What is answered about an `{id}` that cannot be one, as about an id that does not exist. With
   * it `{id}` is a UUID; without it any text.
   */
  readonly notFound?: ErrorCode;
  /** Parameters that it does not name are refused; without it every one. */
  readonly query?: z.ZodObject;
  /** A JSON body. Without it and `upload` no body is read. */
  readonly body?: z.ZodType;
  /** Counted while the JSON body is read; default `defaultMaxBodyBytes`. */
  readonly maxBodyBytes?: number;
  /** No body means `{}`. */
  readonly bodyIsOptional?: true;
  /** Takes files too, or alone: the multipart field that holds many or one. */
  readonly upload?: 'files' | 'file';
  readonly status: number;
  /** The JSON answer. Without it, `events`, `parts` and `download` the answer has no body. */
  readonly response?: z.ZodType;
  /** Answers with named server-sent events; where there is `response` too, when they are accepted. */
  readonly events?: EventSchemas;
  /** The same with unnamed events, each a JSON value of this schema, `[DONE]` at the end. */
  readonly parts?: z.ZodType;
  /** The events go on until a side leaves. */
  readonly endless?: true;
  /** Answers with the bytes of a file of one of these media types or ranges of types. */
  readonly download?: readonly string[];
}

/** One public route: where it is, who may call it, what goes in and out, which service answers. */
export interface Endpoint extends Exchange {
  /** On the service inside, where it differs from `path`, which is the gateway's. */
  readonly insidePath?: string;
  readonly access: Access;
  /**
   * Of a POST: sent twice it does what it did once, by its own ids or because it changes nothing, so
   * that it takes no `Idempotency-Key`.
   */
  readonly repeatable?: true;
  /** Checks a secret that somebody may guess, so that calls are counted by network address. */
  readonly guessable?: true;
  /** Of a GET: it changes something, so that HEAD, which must not, is refused. */
  readonly changesByGet?: true;
  /**
   * Of a route that is passed on: the action under which a success is noted in the audit log, with
   * the path's `{id}` as its target. The gateway's own routes write the log themselves.
   */
  readonly audited?: AuditAction;
}

/** A route that services call among themselves. The gateway does not pass it on. */
export interface InsideEndpoint extends Exchange {
  /**
   * The services that may call it, each in its own name; `person`: any service in the name of a
   * person, whose token it passes on.
   */
  readonly callers: readonly ServiceName[] | 'person';
}

/** Largest JSON body of a route that says nothing else. */
export const defaultMaxBodyBytes = 1_048_576;

/** Names of the path parameters. */
export type ParameterName<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParameterName<Rest>
    : never;

/** Express form of a path: `{id}` becomes `:id`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Whether a repeated request with the same `Idempotency-Key` gets the first answer again. Uploads
 * are recognised by their content; where nobody is asked who they are a key would be nobody's.
 */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  const { method, access, upload, repeatable } = endpoint;
  return method === 'POST' && access !== 'public' && !upload && !repeatable;
}

/** Where the service inside answers. */
export function insidePathOf(endpoint: Pick<Endpoint, 'path' | 'insidePath'>): string {
  return endpoint.insidePath ?? endpoint.path;
}
