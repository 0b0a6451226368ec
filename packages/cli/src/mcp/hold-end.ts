import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** The same bytes, whose end is held back until `settle` has ended: answers may be on their way. */
export function holdEnd(stream: Readable, settle: () => Promise<void>): Readable {
  return Readable.from(readThenSettle(stream, settle), { objectMode: false });
}

async function* readThenSettle(
  stream: Readable,
  settle: () => Promise<void>,
): AsyncGenerator<Buffer> {
  for await (const bytes of stream) yield bytes as Buffer;
  // By the next turn of the event loop the last message has been read.
  await setImmediate();
  await settle();
}
