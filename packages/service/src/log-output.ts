import { type DestinationStream, symbols } from 'pino';

/** `warn` of pino. */
const warnLevel = 40;
const maxWaitMs = 20;
const maxWaitingCharacters = 65_536;

/**
 * Standard output, to which a busy process writes several lines at once: a write for each was a tenth
 * of what a small request costs. Nothing waits from a warning on, and at the end of the process. A process
 * that is killed, or ends for want of memory, loses what waits.
 *
 * Lines are lost when nobody reads them any more, as when the parent was killed. pino's own writer
 * would wait for a reader forever, and the process would never end.
 */
export function openLogOutput(stream: NodeJS.WritableStream): DestinationStream {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    process.off('exit', flush);
    stream.write(waiting);
    waiting = '';
  };
  const wait = () => {
    timer = setTimeout(flush, maxWaitMs).unref();
    process.once('exit', flush);
  };
  const output = {
    [symbols.needsMetadataGsym]: true as const,
    /** Of the line that is written next; set by pino. */
    lastLevel: 0,
    write(line: string) {
      waiting += line;
      if (output.lastLevel >= warnLevel || waiting.length > maxWaitingCharacters) flush();
      else if (timer === undefined) wait();
    },
  };
  // One is enough for all that write there: tests load this module once a file, in one process.
  if (stream.listenerCount('error') === 0) stream.on('error', loseLine);
  return output;
}

function loseLine(): void {}
