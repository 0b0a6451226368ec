import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Levels of isolation that the system lets an unprivileged user create, from the weakest to the
 * strongest.
 */
export type Sandbox = 'none' | 'network' | 'files';

export interface SandboxedProgram {
  /** Folder that it runs in: an empty one of its own, or one that it may read. */
  readonly folder: string;
  /** Further visible files and folders, besides those of the system's programs. */
  readonly paths: readonly string[];
}

const unshare = '/usr/bin/unshare';
const ownNetwork = ['--user', '--map-current-user', '--net', '--'];
const ownFiles = ['--user', '--map-current-user', '--keep-caps', '--mount', '--net', '--'];
const script = fileURLToPath(new URL('sandbox.sh', import.meta.url));
const tryMs = 5_000;

/**
 * Returns the command that starts a program in the strongest available sandbox: a network of its
 * own without connections, and a file system with only programs and the named paths.
 */
export function sandboxCommand(
  program: string,
  { folder, paths }: SandboxedProgram,
): readonly string[] {
  return wordsOf[findSandbox()](program, { folder, paths });
}

const wordsOf: Readonly<
  Record<Sandbox, (program: string, enclosed: SandboxedProgram) => readonly string[]>
> = {
  none: (program) => [program],
  network: (program) => [unshare, ...ownNetwork, program],
  files: (program, { folder, paths }) => [
    ...[unshare, ...ownFiles, '/bin/sh', script],
    ...[folder, program, ...paths, '--'],
  ],
};

export type Trial = 'holds' | 'refused' | 'late';

/** Containers and some systems forbid one or both. */
export const findSandbox = createSandboxFinder(trySandbox);

/** Tries each level once, the strongest first; again if the machine was too busy to decide. */
export function createSandboxFinder(tryOut: (sandbox: Sandbox) => Trial): () => Sandbox {
  let found: Sandbox | undefined;
  return () => {
    if (found) return found;
    let wasLate = false;
    for (const sandbox of ['files', 'network'] as const) {
      const trial = tryOut(sandbox);
      if (trial === 'holds') {
        if (!wasLate) found = sandbox;
        return sandbox;
      }
      wasLate ||= trial === 'late';
    }
    if (!wasLate) found = 'none';
    return 'none';
  };
}

function trySandbox(sandbox: Sandbox): Trial {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'lectern-sandbox-'));
  try {
    const [program = '', ...parameters] = wordsOf[sandbox](execPath, { folder, paths: [execPath] });
    const options = { env: {}, stdio: 'ignore', timeout: tryMs } as const;
    const { status, error } = spawnSync(program, [...parameters, '--version'], options);
    if (status === 0) return 'holds';
    return (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT' ? 'late' : 'refused';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
