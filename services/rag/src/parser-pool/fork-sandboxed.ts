import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { makeParserFolder } from './parser-folder.ts';
import { sandboxCommand } from './sandbox.ts';

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

/**
 * Starts a process without this one's environment that reads its own folder and its code, writes
 * nothing, starts nothing and loads no native code. Where the system lets users make name spaces it
 * has no network, and sees no other file even past Node's permissions.
 */
export function forkSandboxed(entry: URL, { heapMb }: SandboxOptions): Sandboxed {
  const folder = makeParserFolder();
  const readable = [...code, ...manifests].map((path) => join(root, path));
  const flags = [
    '--permission',
    // It opens, reads and writes files without asking Node's permissions.
    '--no-experimental-sqlite',
    // So can V8 by its flags: the process ends that changes one.
    '--freeze-flags-after-init',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${folder}/`,
    `--max-old-space-size=${heapMb}`,
    '--disable-warning=ExperimentalWarning',
  ];
  const paths = [...readable, execPath];
  const [program = execPath, ...prefix] = sandboxCommand(execPath, { folder, paths });
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
