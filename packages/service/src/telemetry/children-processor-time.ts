import { readdirSync, readFileSync } from 'node:fs';

/** Unit of processor time on Linux. */
const ticksASecond = 100;

/**
 * Returns the processor seconds of all descendants of this process, running and ended. Undefined
 * without `/proc`.
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

/** A child belongs to the thread that started it. */
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

/**
 * Returns the time of a process, and of its children that have ended. Fields are numbered as in
 * proc(5).
 */
function readTicks(process: string): { readonly own: number; readonly ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${process}/stat`, 'latin1');
    // The command in parentheses may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return { own: field(14) + field(15), ended: field(16) + field(17) };
  } catch {
    return undefined;
  }
}
