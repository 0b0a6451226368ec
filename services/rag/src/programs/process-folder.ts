import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, pid } from 'node:process';

const name = /^lectern-[a-z]+-(\d+)-/;

/** Makes a private folder for temporary files; those of killed processes are removed first. */
export function makeProcessFolder(use: 'git' | 'parser' | 'rclone' | 'web'): string {
  const place = realpathSync(tmpdir());
  removeLeftovers(place);
  return mkdtempSync(join(place, `lectern-${use}-${pid}-`));
}

const seen = new Set<string>();

/** The remains of a killed process can contain a document. */
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
