import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '@lectern/service';
import type { Lane } from '../../database/tables.ts';
import { ParseFailure } from '../../parsing/parse-failure.ts';
import type { DocumentParser } from '../document-parser.ts';
import type { ParserResult } from '../parser-messages.ts';
import { orderHeader, type ParseAnswer, type ParseOrder, writeOrder } from './parse-order.ts';

export interface ConnectParsersOptions {
  /**
   * Called with the processor time worked for an owner; wall-clock time where no answer reports it.
   */
  readonly onWorked: (owner: string, workedMs: number) => void;
  /**
   * Maximum wait of a file for a process that is away, for example while it starts, or that sends
   * no heartbeat; default a minute.
   */
  readonly maxDowntimeMs?: number;
}

const retryMs = 250;
const defaultMaxDowntimeMs = 60_000;
const maxLookMs = 5_000;
/** Maximum length of a JavaScript string. */
const maxAnswerBytes = 512 * 1024 * 1024;
/** The connection was refused because too many were waiting. */
const awayCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'EAGAIN']);

/** Creates parsers of another process, which parses the files that it receives over a socket. */
export function connectLaneParsers(
  socket: string,
  options: ConnectParsersOptions,
): Record<Lane, DocumentParser> {
  const connect = (lane: Lane): DocumentParser => ({
    parseAndChunk(
      { path, ...request },
      { chunking, signal = new AbortController().signal, owner = '', onWorked },
    ) {
      const tell = (to: string, workedMs: number) => {
        onWorked?.(workedMs);
        options.onWorked(to, workedMs);
      };
      return order(
        { socket, path, signal, ...options, onWorked: tell },
        { lane, request, chunking, owner },
      );
    },
  });
  return { light: connect('light'), heavy: connect('heavy') };
}

interface OrderOptions extends ConnectParsersOptions {
  readonly socket: string;
  readonly path: string;
  readonly signal: AbortSignal;
}

/**
 * Parses a file remotely.
 * @throws ParseFailure of the file, the signal's reason, or an Error after which it can be retried.
 */
async function order(options: OrderOptions, what: ParseOrder): Promise<ParserResult> {
  const { path, onWorked } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  let startedAt: number | undefined;
  let workedMs: number | undefined;
  try {
    const outgoing = await connect({ ...options, signal }, what);
    void endWhenSilent({ ...options, signal }, (reason) => over.abort(reason));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject);
      const leave = () => outgoing.destroy();
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
    // The process may answer before it has read everything, and close: its answer counts.
    const sent = pipeline(createReadStream(path), outgoing).catch(() => undefined);
    const response = await answered;
    startedAt = performance.now();
    const answer = await readAnswer(response);
    await sent;
    workedMs = answer.workedMs;
    if ('result' in answer) return answer.result;
    throw new ParseFailure(answer.failure.code, answer.failure.message);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    over.abort();
    if (startedAt !== undefined) {
      onWorked(what.owner, workedMs ?? performance.now() - startedAt);
    }
  }
}

/** A request with an open socket, of which only the head was sent. */
async function connect(options: OrderOptions, what: ParseOrder): Promise<ClientRequest> {
  const { socket, signal, maxDowntimeMs = defaultMaxDowntimeMs } = options;
  const late = AbortSignal.timeout(maxDowntimeMs);
  for (;;) {
    signal.throwIfAborted();
    const headers = { [orderHeader]: writeOrder(what) };
    const outgoing = send({ socketPath: socket, method: 'POST', agent: false, headers });
    try {
      const opened = new Promise<void>((resolve, reject) => {
        outgoing.on('error', reject);
        outgoing.once('socket', (connection) => connection.once('connect', () => resolve()));
        outgoing.flushHeaders();
      });
      await untilAborted(opened, AbortSignal.any([signal, late]));
      return outgoing;
    } catch (error) {
      outgoing.destroy();
      const isUnavailable = awayCodes.has((error as NodeJS.ErrnoException).code);
      if (!isUnavailable || late.aborted) throw error;
      await sleep(retryMs, undefined, { signal });
    }
  }
}

/** Aborts an order to a process without heartbeat, which would be awaited for ever. */
async function endWhenSilent(
  { socket, signal, maxDowntimeMs = defaultMaxDowntimeMs }: OrderOptions,
  end: (reason: Error) => void,
): Promise<void> {
  while (!signal.aborted) {
    const { mtimeMs } = await stat(socket).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > maxDowntimeMs) end(new Error('The parser gives no sign of life.'));
    await sleep(Math.min(maxLookMs, maxDowntimeMs), undefined, { signal }).catch(() => undefined);
  }
}

async function readAnswer(response: IncomingMessage): Promise<ParseAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswerBytes)
      throw new Error(`The parser's response is larger than ${maxAnswerBytes} bytes.`);
    chunks.push(chunk);
  }
  if (response.statusCode !== 200) throw new Error(`The parser answers ${response.statusCode}.`);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
