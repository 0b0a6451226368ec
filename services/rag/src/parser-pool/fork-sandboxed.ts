import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { makeProcessFolder } from '../programs/process-folder.ts';
import { sandboxCommand } from './sandbox.ts';

export interface SandboxOptions {
  /** Maximum JavaScript heap in MiB. */
  readonly heapMb: number;
  /** Lets it load the native code of the installation's packages. */
  readonly loadsNativeCode?: boolean;
}

export interface Sandboxed {
  readonly child: ChildProcess;
  /**
   * The only folder, besides the code, that the process can read; it is private and removed with
   * the process.
   */
  readonly folder: string;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Readable folders of the installation: settings and data can lie beside them. */
const code = [
  'node_modules/',
  'packages/',
  'services/rag/src/',
  'services/rag/node_modules/',
  'services/rag/models/',
];
const manifests = ['package.json', 'services/package.json', 'services/rag/package.json'];

/**
 * Starts a process with an empty environment that reads only its own folder and its code, writes
 * nothing, starts nothing and, by default, loads no native code. Where the system lets users create
 * namespaces it has no network and sees no other file, regardless of Node's permissions.
 */
export function forkSandboxed(
  entry: URL,
  { heapMb, loadsNativeCode = false }: SandboxOptions,
): Sandboxed {
  const folder = makeProcessFolder('parser');
  const readable = [...code, ...manifests].map((path) => join(root, path));
  const flags = [
    '--permission',
    // It opens, reads and writes files without Node's permissions.
    '--no-experimental-sqlite',
    // Code could lift limits by V8 flags; the process ends when one is changed.
    '--freeze-flags-after-init',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${folder}/`,
    ...(loadsNativeCode ? ['--allow-addons'] : []),
    `--max-old-space-size=${heapMb}`,
    '--disable-warning=ExperimentalWarning',
  ];
  const paths = [...readable, execPath];
  const [program = execPath, ...prefix] = sandboxCommand(execPath, { folder, paths });
  const child = fork(entry, {
    cwd: folder,
    env: {},
    // A process group of its own, so that its children end with it.
    detached: true,
    execPath: program,
    execArgv: [...prefix, ...flags],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { child, folder };
}
