import { type DestinationStream, symbols } from 'pino';

/** pino's level `warn`. */
const warnLevel = 40;
const maxWaitMs = 20;
const maxWaitingCharacters = 65_536;

/**
 * Opens standard output for logs. A busy process writes several lines at once: a write for each was
 * a tenth of the cost of a small request. Warnings and the end of the process flush. A process that
 * is killed loses buffered lines.
 *
 * Lines are dropped when nobody reads them, as after the parent was killed. pino's own writer would
 * wait for a reader, and the process would never end.
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
    /** Level of the next line; set by pino. */
    lastLevel: 0,
    write(line: string) {
      waiting += line;
      if (output.lastLevel >= warnLevel || waiting.length > maxWaitingCharacters) flush();
      else if (timer === undefined) wait();
    },
  };
  // One listener is enough: tests load this module once per file, in one process.
  if (stream.listenerCount('error') === 0) stream.on('error', loseLine);
  return output;
}

function loseLine(): void {}
