import type { z } from 'zod';
import type { AuditAction } from '../audit.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Scope } from '../identity.ts';
import type { EventSchemas } from '../streams/event-schemas.ts';

export type ServiceName = 'gateway' | 'rag' | 'llm' | 'mcp';

/** Required access. A scope is required of a key; a session has the scopes of its role. */
export type Access =
  | Scope
  /** Everybody. */
  | 'public'
  /** A session, or any key. */
  | 'caller'
  /** A session only. */
  | 'session'
  /** A session, or a key with the scope `admin`. */
  | 'session_or_admin_key'
  /** The scope `admin`, and the administrator of the installation. */
  | 'operator';

/** Request and response of a route. */
export interface Exchange {
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` are path parameters. */
  readonly path: string;
  readonly service: ServiceName;
  /**
   * Error for an invalid `{id}`, the same as for an unknown one. With it `{id}` is a UUID,
   * otherwise any text.
   */
  readonly notFound?: ErrorCode;
  /** Unknown parameters are rejected; without a schema all of them. */
  readonly query?: z.ZodObject;
  /** A JSON body. Without it and `upload` no body is read. */
  readonly body?: z.ZodType;
  /** Maximum bytes of the JSON body; default `defaultMaxBodyBytes`. */
  readonly maxBodyBytes?: number;
  /** A missing body counts as `{}`. */
  readonly bodyIsOptional?: true;
  /** Multipart field for one or many files, in addition to `body` or alone. */
  readonly upload?: 'files' | 'file';
  /** True if the service itself honours the `Idempotency-Key` of an upload. */
  readonly keyedUpload?: true;
  readonly status: number;
  /** The JSON response. Without it, `events`, `parts` and `download` the response has no body. */
  readonly response?: z.ZodType;
  /** True if the handler may write the JSON response itself, piece by piece. */
  readonly streamed?: true;
  /** Named server-sent events; if there is `response` too, only when the caller accepts them. */
  readonly events?: EventSchemas;
  /** Unnamed events, each a JSON value of this schema, with `[DONE]` at the end. */
  readonly parts?: z.ZodType;
  /** True if the events have no end. */
  readonly endless?: true;
  /** Media types, or ranges of them, of a file response. */
  readonly download?: readonly string[];
}

/** A public route: address, access, input, output, and the service that answers. */
export interface Endpoint extends Exchange {
  /** Path on the internal service, if it differs from the gateway's `path`. */
  readonly insidePath?: string;
  readonly access: Access;
  /**
   * True for a POST that can be repeated without effect, by its own ids or because it changes
   * nothing. It accepts no `Idempotency-Key`.
   */
  readonly repeatable?: true;
  /** True if it checks a secret that can be guessed: calls are limited by network address. */
  readonly guessable?: true;
  /** This GET has side effects, so HEAD is rejected. */
  readonly changesByGet?: true;
  /**
   * Audit action of a forwarded route, with the path's `{id}` as its target. The gateway's own
   * routes write the audit log themselves.
   */
  readonly audited?: AuditAction;
}

/** A route between services, which the gateway does not forward. */
export interface InsideEndpoint extends Exchange {
  /**
   * Services that may call it in their own name; `person` for any service with the token of a
   * person.
   */
  readonly callers: readonly ServiceName[] | 'person';
  /** Scope that the person's token needs. */
  readonly scope?: Scope;
  /** True if the person must be an administrator of the installation. */
  readonly operator?: true;
}

/** Default maximum bytes of a JSON body. */
export const defaultMaxBodyBytes = 1_048_576;

/** Names of the path parameters. */
export type ParameterName<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParameterName<Rest>
    : never;

/** Returns the Express form of a path: `{id}` becomes `:id`. */
export function toRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** 1 to 255 visible ASCII characters without spaces. */
export const idempotencyKeyPattern = /^[!-~]{1,255}$/;

export function badIdempotencyKey(): AppError {
  return new AppError(
    'invalid_request',
    'Idempotency-Key: 1 to 255 visible ASCII characters without spaces',
    { details: { field: 'Idempotency-Key' } },
  );
}

/**
 * Returns whether the endpoint accepts an `Idempotency-Key`. Uploads are identified by their
 * content; without a caller a key would belong to nobody.
 */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  const { method, access, upload, repeatable } = endpoint;
  return method === 'POST' && access !== 'public' && !upload && !repeatable;
}

/** Returns the path on the internal service. */
export function insidePathOf(endpoint: Pick<Endpoint, 'path' | 'insidePath'>): string {
  return endpoint.insidePath ?? endpoint.path;
}
