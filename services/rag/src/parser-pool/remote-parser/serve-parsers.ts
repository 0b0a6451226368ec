import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm, utimes } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type OnClose, runPeriodically } from '@lectern/service';
import type { Lane } from '../../database/tables.ts';
import { ParseFailure } from '../../parsing/parse-failure.ts';
import type { ParserPool } from '../parser-pool.ts';
import { orderHeader, type ParseAnswer, readOrder } from './parse-order.ts';

export interface ServeParsersOptions {
  /** Path of the socket, at most 107 bytes. */
  readonly socket: string;
  readonly parsers: Readonly<Record<Lane, ParserPool>>;
  readonly logger: { warn(fields: object, message: string): void };
}

const heartbeatMs = 5_000;
const headMs = 10_000;
/** Orders contain a file's name and password. */
const maxHeadBytes = 64 * 1024;
/**
 * Permissions of the socket: anyone who can reach the folder may connect, since workers are other
 * users.
 */
const socketMode = 0o666;

/**
 * Parses files for workers on the other side of a socket. The modification time of the socket is
 * the heartbeat of this process.
 */
export async function serveParsers(
  { socket, parsers, logger }: ServeParsersOptions,
  onClose: OnClose,
): Promise<void> {
  let isClosing = false;
  const server = createServer(
    { maxHeaderSize: maxHeadBytes, headersTimeout: headMs, requestTimeout: 0 },
    (request, response) => {
      answer(parsers, request, response).catch((error: unknown) => {
        // The connection is cut, so that the worker retries; an answer would end the document.
        response.destroy();
        if (!isClosing) logger.warn({ err: error }, 'a file could not be read for a worker');
      });
    },
  );
  await rm(socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, () => resolve());
  });
  await chmod(socket, socketMode);
  onClose(async () => {
    isClosing = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  });
  runPeriodically(
    {
      everyMs: heartbeatMs,
      work: () => utimes(socket, new Date(), new Date()),
      logger,
      failure: 'no heartbeat',
    },
    onClose,
  );
}

async function answer(
  parsers: Readonly<Record<Lane, ParserPool>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = readOrder(String(request.headers[orderHeader] ?? ''));
  const gone = new AbortController();
  response.once('close', () => gone.abort(new Error('The worker has gone.')));
  const folder = await mkdtemp(join(tmpdir(), 'lectern-file-'));
  const path = join(folder, 'file');
  const receive = async () => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
    await pipeline(request, createWriteStream(path, { mode: 0o600 }), { signal: gone.signal });
  };
  let workedMs = 0;
  const onWorked = (ms: number) => {
    workedMs = ms;
  };
  try {
    const { lane, chunking, owner } = order;
    const result = await parsers[lane].parseAndChunk(
      { ...order.request, path },
      { chunking, owner, signal: gone.signal, onTurn: receive, onWorked },
    );
    say(response, { result, workedMs });
  } catch (error) {
    if (gone.signal.aborted || !(error instanceof ParseFailure)) throw error;
    const { code, message } = error;
    say(response, { failure: { code, message }, workedMs });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function say(response: ServerResponse, answer: ParseAnswer): void {
  response.end(JSON.stringify(answer));
}
