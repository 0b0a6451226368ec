import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The version that is installed where there is none. */
const wanted = 'schemathesis==4.32.5';
const answersWithinMs = 30_000;
const installMs = 240_000;

/**
 * The program: the one that `LECTERN_SCHEMATHESIS` names, the one on the path, or one that pip puts
 * into `folder`.
 *
 * @returns its path, or why there is none.
 */
export function findSchemathesis(folder: string): { program: string } | { reason: string } {
  const known = process.env.LECTERN_SCHEMATHESIS ?? 'schemathesis';
  if (run(known, ['--version'], answersWithinMs) === undefined) return { program: known };
  const home = join(folder, 'python');
  const reason =
    run('python3', ['-m', 'venv', home], installMs) ??
    run(join(home, 'bin/pip'), ['install', '--quiet', wanted], installMs);
  return reason === undefined
    ? { program: join(home, 'bin/schemathesis') }
    : { reason: `schemathesis cannot be installed: ${reason}` };
}

/** Undefined when it went well, otherwise what went wrong. */
function run(
  program: string,
  parameters: readonly string[],
  timeoutMs: number,
): string | undefined {
  const { error, status, stderr } = spawnSync(program, parameters, {
    encoding: 'utf8',
    timeout: timeoutMs,
  });
  if (error) return `${program}: ${error.message}`;
  return status === 0 ? undefined : `${program}: ${stderr.trim().split('\n').at(-1)}`;
}
