import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/errors';
import { JsonShape } from '@lectern/service/outbound';
import type { AnswerReading } from './answer-budget.ts';
import { OutsideServerError } from './outside-servers.ts';

/** Maximum body of a refusal; a longer one is left out. */
const maxRefusalBytes = 64 * 1024;
/** Cost of a received part beside its bytes: many tiny parts are dearer than few large ones. */
const bytesOfPart = 512;
/** Cost of a line of a stream beside its bytes. */
const bytesOfLine = 128;
/** Time after which other work gets its turn; parts that have arrived follow without a pause. */
const turnMs = 5;
/** Events that are parsed before other work gets its turn. */
const eventsPerTurn = 8;

const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const colon = 58;
const openList = 91;

/**
 * Returns the response with a body whose bytes, depth, values and parts are counted before a
 * library parses it. A stream of events stays a stream; every other body is read first.
 * @param onEnd Called once the body has ended, unless this throws.
 * @throws OutsideServerError `too_large`, `busy`, and `garbage` for a batch.
 */
export async function limitAnswer(
  response: Response,
  reading: AnswerReading,
  onEnd: () => void,
): Promise<Response> {
  const { body, headers, ok } = response;
  if (body && ok && /^\s*text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
    const events = ReadableStream.from(readEvents(body, reading, onEnd));
    return withBody(response, events as ReadableStream<Uint8Array>);
  }
  const read = body && (ok ? await readWhole(body, reading) : await readRefusal(body, reading));
  onEnd();
  return read ? withBody(response, read) : response;
}

function withBody(
  response: Response,
  body: Buffer<ArrayBuffer> | ReadableStream<Uint8Array>,
): Response {
  const { status, statusText, headers, url } = response;
  const limited = new Response(body, { status, statusText, headers });
  // The constructor does not set it; callers resolve relative addresses against it.
  Object.defineProperty(limited, 'url', { value: url });
  return limited;
}

async function readRefusal(
  body: ReadableStream<Uint8Array>,
  reading: AnswerReading,
): Promise<Buffer<ArrayBuffer>> {
  const bytes = new GrowingBuffer();
  for await (const part of body) {
    reading.add(part.byteLength + bytesOfPart);
    if (bytes.length + part.byteLength > maxRefusalBytes) return Buffer.alloc(0);
    bytes.append(part);
  }
  const text = bytes.take();
  countValues(reading, text);
  return text;
}

async function readWhole(
  body: ReadableStream<Uint8Array>,
  reading: AnswerReading,
): Promise<Buffer<ArrayBuffer>> {
  const bytes = new GrowingBuffer();
  const shape = createShape(reading);
  for await (const part of inTurns(body)) {
    reading.add(part.byteLength + bytesOfPart);
    addToShape(reading, shape, part);
    bytes.append(part);
  }
  const text = bytes.take();
  // No revision that we support has batches, and each message of one is parsed on its own.
  const first = withoutMark(text).find((byte) => byte > space);
  if (first === openList) throw reading.fail(new OutsideServerError('garbage'));
  return text;
}

/**
 * Yields whole events with plain line ends. The library's parser reads lines that end in carriage
 * returns alone in quadratic time.
 */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  reading: AnswerReading,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  const [line, event] = [new GrowingBuffer(), new GrowingBuffer()];
  let shape = createShape(reading);
  let isFirstLine = true;
  let isAfterReturn = false;
  let events = 0;
  try {
    for await (const part of inTurns(body)) {
      reading.add(part.byteLength + bytesOfPart);
      let start = 0;
      for (let at = 0; at < part.length; at += 1) {
        const byte = part[at];
        if (byte !== lineFeed && byte !== carriageReturn) {
          isAfterReturn = false;
          continue;
        }
        const isSecondHalf = byte === lineFeed && isAfterReturn;
        isAfterReturn = byte === carriageReturn;
        line.append(part.subarray(start, at));
        start = at + 1;
        if (isSecondHalf) continue;
        reading.add(bytesOfLine);
        const text = isFirstLine ? withoutMark(line.take()) : line.take();
        isFirstLine = false;
        if (text.length > 0) {
          if (text[0] === colon) continue;
          if (text.toString('latin1', 0, 5) === 'data:') {
            addToShape(reading, shape, text.subarray(5));
          }
          event.append(text);
          event.append(lineEnd);
        } else if (event.length > 0) {
          event.append(lineEnd);
          yield event.take();
          shape = createShape(reading);
          events += 1;
          if (events % eventsPerTurn === 0) await nextTurn();
        }
      }
      line.append(part.subarray(start));
    }
  } finally {
    onEnd();
  }
}

/** Yields the parts of a body and lets other work run in between. */
async function* inTurns(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun = performance.now();
  for await (const part of body) {
    yield part;
    if (performance.now() - begun < turnMs) continue;
    await nextTurn();
    begun = performance.now();
  }
}

const lineEnd = Buffer.from('\n');
const byteOrderMark = Buffer.from('\u{feff}');

function withoutMark(text: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const isMarked = text.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return isMarked ? text.subarray(byteOrderMark.length) : text;
}

function createShape({ limits: { maxDepth, maxValues } }: AnswerReading): JsonShape {
  return new JsonShape({ maxDepth, maxValues });
}

function countValues(reading: AnswerReading, text: Uint8Array): void {
  addToShape(reading, createShape(reading), text);
}

function addToShape(reading: AnswerReading, shape: JsonShape, part: Uint8Array): void {
  const before = shape.values;
  try {
    shape.add(part);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw reading.fail(new OutsideServerError('too_large', { cause }));
  }
  if (shape.values > before) reading.add(0, shape.values - before);
}

/** Copies parts, since a part of one byte holds the whole block that the socket has read. */
class GrowingBuffer {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(part: Uint8Array): void {
    const length = this.#length + part.byteLength;
    if (length > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(length, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(part, this.#length);
    this.#length = length;
  }

  /** Returns the bytes and begins anew. */
  take(): Buffer<ArrayBuffer> {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return bytes;
  }
}
