import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, pid } from 'node:process';

const name = /^lectern-parser-(\d+)-/;

/** A folder for one parser process, which nobody else on the machine can read. */
export function makeParserFolder(): string {
  const place = realpathSync(tmpdir());
  removeLeftovers(place);
  return mkdtempSync(join(place, `lectern-parser-${pid}-`));
}

const seen = new Set<string>();

/** What a process that was killed left behind can hold a document. */
function removeLeftovers(place: string): void {
  if (seen.has(place)) return;
  seen.add(place);
  for (const entry of readdirSync(place)) {
    const owner = name.exec(entry)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    rmSync(join(place, entry), { recursive: true, force: true });
  }
}

function isRunning(owner: number): boolean {
  try {
    kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
