import { MultiBar, Presets } from 'cli-progress';
import type { Progress, Terminal } from './terminal.ts';

/** Control characters of a terminal; texts come from documents, models and servers. */
const obeyed = /(?![\n\t])\p{Cc}/gu;

/**
 * The terminal of a process. Bars are drawn only where a person watches; a file or another program
 * gets results as they are.
 */
export function createProcessTerminal(
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
): Terminal {
  const toResult = stdout.isTTY ? toShown : (text: string) => text;
  return {
    print: (line) => stdout.write(`${toResult(line)}\n`),
    write: (text) => stdout.write(toResult(text)),
    note: (line) => stderr.write(`${toShown(line)}\n`),
    openProgress: () => (stderr.isTTY ? openBars(stderr) : silentProgress),
  };
}

function toShown(text: string): string {
  return text.replaceAll(obeyed, '');
}

function openBars(stream: NodeJS.WriteStream): Progress {
  const bars = new MultiBar(
    {
      stream,
      format: '{label} {bar} {value}/{total} {remark}',
      hideCursor: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  );
  return {
    addStep(label, total) {
      const bar = bars.create(total, 0, { label: label.padEnd(10), remark: '' });
      return { update: (done, remark = '') => bar.update(done, { remark }) };
    },
    close: () => bars.stop(),
  };
}

const silentProgress: Progress = {
  addStep: () => ({ update: () => {} }),
  close: () => {},
};
