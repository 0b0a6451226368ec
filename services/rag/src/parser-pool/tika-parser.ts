import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ParseFailure } from '../parsing/parse-failure.ts';
import type { DocumentParser, ParserInput } from './document-parser.ts';

export interface TikaParserOptions {
  /** Address of a Tika server. */
  readonly url: string;
  /** File name extensions that it reads; without any, the files that the parser refuses. */
  readonly formats: readonly string[];
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const defaultTimeoutMs = 50_000;
const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Adds the formats of a Tika server to a parser. The server answers with HTML of limited size, which
 * the parser reads like any untrusted page.
 */
export function createTikaParser(
  parser: DocumentParser,
  options: TikaParserOptions,
): DocumentParser {
  const formats = new Set(options.formats);
  return {
    async parseAndChunk(input, order) {
      const isListed = formats.has(extname(input.fileName).slice(1).toLowerCase());
      if (!isListed) {
        try {
          return await parser.parseAndChunk(input, order);
        } catch (error) {
          const isRefused = error instanceof ParseFailure && error.code === 'unsupported_format';
          if (!isRefused || formats.size > 0) throw error;
        }
      }
      const folder = await mkdtemp(join(tmpdir(), 'lectern-html-'));
      try {
        const path = join(folder, 'answer');
        await convert(input, path, { ...options, signal: order.signal });
        const { parts, declaredMimeType = 'application/octet-stream' } = input;
        const page = { path, fileName: 'answer.html', declaredMimeType: 'text/html' };
        const result = await parser.parseAndChunk({ ...page, ...(parts && { parts }) }, order);
        return { ...result, document: { ...result.document, mimeType: declaredMimeType } };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

interface ConvertOptions extends TikaParserOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the server's HTML for a file. The password is not sent.
 * @throws ParseFailure, the signal's reason, or an Error after which it can be retried.
 */
async function convert(
  { path, fileName }: ParserInput,
  to: string,
  { url, signal, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes }: ConvertOptions,
): Promise<void> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/tika`, {
      method: 'PUT',
      headers: {
        accept: 'text/html',
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="file${safeExtension(fileName)}"`,
      },
      body: await openAsBlob(path),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw failureOf(response.status);
    }
    let size = 0;
    const body = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(
      body,
      async function* limit(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maxBytes) {
            throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
          }
          yield chunk;
        }
      },
      createWriteStream(to, { mode: 0o600 }),
    );
  } catch (cause) {
    signal?.throwIfAborted();
    if (!late.aborted) throw cause;
    throw new ParseFailure('time_limit', 'Reading the file took longer than is allowed.', {
      cause,
    });
  }
}

function safeExtension(fileName: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(fileName)?.[0] ?? '';
}

function failureOf(status: number): Error {
  if (status === 204) return new ParseFailure('no_text', 'The document contains no text.');
  if (status === 413) return new ParseFailure('too_large', 'The file is larger than is allowed.');
  if (status === 415) {
    return new ParseFailure('unsupported_format', 'This file type is not supported.');
  }
  if (status >= 400 && status < 500) {
    return new ParseFailure('unreadable', 'The file is damaged or encrypted.');
  }
  return new Error(`The server of PARSER_URL answers ${status}.`);
}
