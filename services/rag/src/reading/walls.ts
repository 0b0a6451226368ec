import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

/** What the system lets a user without rights put around a program, from the least to the most. */
export type Walls = 'none' | 'network' | 'files';

export interface Enclosed {
  /** Where it runs: an empty folder of its own, or what it may read. */
  readonly folder: string;
  /** Further files and folders that it may see; those of the system's programs it always sees. */
  readonly paths: readonly string[];
}

const unshare = '/usr/bin/unshare';
const ownNetwork = ['--user', '--map-current-user', '--net', '--'];
const ownFiles = ['--user', '--map-current-user', '--keep-caps', '--mount', '--net', '--'];
const script = fileURLToPath(new URL('enclose.sh', import.meta.url));
const tryMs = 5_000;

/**
 * The words that start a program behind the walls that the system lets us make: a network of its own
 * that leads nowhere, and a file system with nothing in it but programs and what is named.
 */
export function enclose(program: string, { folder, paths }: Enclosed): readonly string[] {
  return wordsOf[findWalls()](program, { folder, paths });
}

const wordsOf: Readonly<Record<Walls, (program: string, enclosed: Enclosed) => readonly string[]>> =
  {
    none: (program) => [program],
    network: (program) => [unshare, ...ownNetwork, program],
    files: (program, { folder, paths }) => [
      ...[unshare, ...ownFiles, '/bin/sh', script],
      ...[folder, program, ...paths, '--'],
    ],
  };

export type Trial = 'holds' | 'refused' | 'late';

/** Containers and some systems forbid one or both. */
export const findWalls = createWallFinder(tryWalls);

/** Tries each once, the most first; again where the machine was too busy to tell. */
export function createWallFinder(tryOut: (walls: Walls) => Trial): () => Walls {
  let found: Walls | undefined;
  return () => {
    if (found) return found;
    let wasLate = false;
    for (const walls of ['files', 'network'] as const) {
      const trial = tryOut(walls);
      if (trial === 'holds') {
        if (!wasLate) found = walls;
        return walls;
      }
      wasLate ||= trial === 'late';
    }
    if (!wasLate) found = 'none';
    return 'none';
  };
}

function tryWalls(walls: Walls): Trial {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'lectern-walls-'));
  try {
    const [program = '', ...parameters] = wordsOf[walls](execPath, { folder, paths: [execPath] });
    const options = { env: {}, stdio: 'ignore', timeout: tryMs } as const;
    const { status, error } = spawnSync(program, [...parameters, '--version'], options);
    if (status === 0) return 'holds';
    return (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT' ? 'late' : 'refused';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
