import { readdirSync, readFileSync } from 'node:fs';
import { pid } from 'node:process';

/** Returns the ids of this process's parser processes, as Linux lists them. */
export function parserPids(): string[] {
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const parent = readFileSync(`/proc/${entry}/stat`, 'utf8').replace(/^.*\) \S /s, '');
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      return Number.parseInt(parent, 10) === pid && command.includes('parser-child');
    } catch {
      return false;
    }
  });
}
