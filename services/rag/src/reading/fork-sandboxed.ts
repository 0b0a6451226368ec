import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { makeParserFolder } from './parser-folder.ts';

export interface SandboxOptions {
  /** Most of the JavaScript heap, in MiB. */
  readonly heapMb: number;
}

export interface Sandboxed {
  readonly child: ChildProcess;
  /** The one folder, beside the code, that the process can read; its own, and gone with it. */
  readonly folder: string;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Of the installation's folder these alone: settings and data can lie beside them. */
const code = ['node_modules/', 'packages/', 'services/rag/src/', 'services/rag/node_modules/'];
const manifests = ['package.json', 'services/package.json', 'services/rag/package.json'];

const unshare = '/usr/bin/unshare';
const ownNetwork = ['--user', '--map-current-user', '--net', '--'];

/**
 * Starts a process without this one's environment that reads its own folder and its code, writes
 * nothing, starts nothing, loads no native code and, where the system lets users make name spaces, has no network.
 */
export function forkSandboxed(entry: URL, { heapMb }: SandboxOptions): Sandboxed {
  const folder = makeParserFolder();
  const flags = [
    '--permission',
    ...[...code, ...manifests].map((path) => `--allow-fs-read=${join(root, path)}`),
    `--allow-fs-read=${folder}/`,
    `--max-old-space-size=${heapMb}`,
    '--disable-warning=ExperimentalWarning',
  ];
  const [program = execPath, ...prefix] = withoutNetwork(execPath);
  const child = fork(entry, {
    cwd: folder,
    env: {},
    // A process group of its own, so that what it started ends with it.
    detached: true,
    execPath: program,
    execArgv: [...prefix, ...flags],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { child, folder };
}

/** The words that start a program: with a network of its own that leads nowhere, where that goes. */
export function withoutNetwork(program: string): readonly string[] {
  return mayLeaveNetwork() ? [unshare, ...ownNetwork, program] : [program];
}

let mayLeave: boolean | undefined;

/** Containers and some systems forbid it. */
export function mayLeaveNetwork(): boolean {
  mayLeave ??=
    spawnSync(unshare, [...ownNetwork, execPath, '--version'], {
      env: {},
      stdio: 'ignore',
      timeout: 5_000,
    }).status === 0;
  return mayLeave;
}
