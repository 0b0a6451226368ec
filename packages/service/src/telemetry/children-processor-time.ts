import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksASecond = 100;

/**
 * Seconds of processor time of all processes that this one has started, and that they have: those
 * that have ended, and those that live. Undefined where there is no `/proc`.
 */
export function readChildrenProcessorTime(): number | undefined {
  const own = readTicks('self');
  if (!own) return undefined;
  return (own.ended + sumOfLiving('self')) / ticksASecond;
}

function sumOfLiving(process: string): number {
  let sum = 0;
  for (const child of listChildren(process)) {
    const ticks = readTicks(child);
    if (ticks) sum += ticks.own + ticks.ended + sumOfLiving(child);
  }
  return sum;
}

/** A process belongs to the thread that started it. */
function listChildren(process: string): string[] {
  try {
    const folder = `/proc/${process}/task`;
    return readdirSync(folder).flatMap((thread) =>
      readFileSync(`${folder}/${thread}/children`, 'latin1').split(' ').filter(Boolean),
    );
  } catch {
    return [];
  }
}

/** Of the process, and of its children that have ended. Fields are numbered as in proc(5). */
function readTicks(process: string): { readonly own: number; readonly ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${process}/stat`, 'latin1');
    // The command in parentheses may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return { own: field(14) + field(15), ended: field(16) + field(17) };
  } catch {
    return undefined;
  }
}
