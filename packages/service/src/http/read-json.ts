import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import { JsonShape, type JsonShapeLimits } from './json-shape.ts';
import { findNoText } from './no-text.ts';
import { hasBody, readBody } from './read-body.ts';

export interface JsonBodyLimits extends Partial<JsonShapeLimits> {
  /** Default: 1 MiB. */
  readonly maxBytes?: number;
  /** Accepted media types; default `application/json`. */
  readonly mediaTypes?: readonly string[];
}

const plainBytes = 1_048_576;
const plainDepth = 64;
const plainValues = 200_000;

/** Sets `request.body`; undefined without a body. Mount it after access checks. */
export function readJson(limits: JsonBodyLimits = {}): RequestHandler {
  return async (request, _response, next) => {
    request.body = await readJsonBody(request, limits);
    next();
  };
}

/**
 * Parses the body of a request; undefined without a body.
 *
 * @throws AppError what `readBody` throws; `unsupported_media_type` when it is not JSON in UTF-8;
 *   `invalid_json`; `too_large` also for too much nesting or too many values; `invalid_request` for
 *   U+0000 or a lone surrogate in a text.
 */
export async function readJsonBody(
  request: IncomingMessage,
  {
    maxBytes = plainBytes,
    maxDepth = plainDepth,
    maxValues = plainValues,
    mediaTypes = ['application/json'],
  }: JsonBodyLimits = {},
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  if (!isJson(mediaTypes, request.headers['content-type'])) {
    throw new AppError('unsupported_media_type', `Send ${mediaTypes[0]} in UTF-8.`);
  }
  const shape = new JsonShape({ maxDepth, maxValues });
  const body = await readBody(request, { maxBytes, onPart: (part) => shape.add(part) });
  return body.length === 0 ? undefined : parseJson(body);
}

function isJson(mediaTypes: readonly string[], contentType = ''): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return (
    mediaTypes.includes(type ?? '') &&
    (!charset || /^charset="?(?:utf-?8|us-ascii)"?$/.test(charset))
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(body);
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_json', undefined, { cause, details: { field: 'body' } });
  }
  const field = findNoText(text, value);
  if (field === undefined) return value;
  throw new AppError('invalid_request', `${field}: holds U+0000 or half a character`, {
    details: { field },
  });
}
