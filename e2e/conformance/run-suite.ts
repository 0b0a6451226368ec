import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The command of the protocol's own conformance suite. */
const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
const maxRunMs = 240_000;

export interface SuiteRun {
  /** Whatever it found and nobody expected, line by line; empty when it went as expected. */
  readonly problems: readonly string[];
  /** Its own last words. */
  readonly summary: readonly string[];
}

/** Runs the suite with these parameters, its temporary files in a folder of the caller. */
export async function runConformanceSuite(
  parameters: readonly string[],
  folder: string,
): Promise<SuiteRun> {
  const child = spawn(process.execPath, [program, ...parameters], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxRunMs,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const lines = Buffer.concat(pieces).toString('utf8').split('\n');
  const from = lines.findLastIndex((line) => line.includes('SUMMARY'));
  const summary = lines.slice(Math.max(from, 0)).filter((line) => line.trim() !== '');
  const told = summary.findIndex((line) => /unexpected|stale/i.test(line));
  return { problems: status === 0 ? [] : summary.slice(told === -1 ? -5 : told), summary };
}
