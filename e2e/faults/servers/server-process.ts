import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface ServerOptions {
  readonly name: string;
  /** Name on the path, or path of the program. */
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Gets what the server prints. */
  readonly logFile: string;
  readonly isReady: () => Promise<boolean>;
}

/** How it ended when nobody stopped it. */
interface UnexpectedExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const startTimeoutMs = 120_000;
const stopTimeoutMs = 15_000;
const pollMs = 50;

/** A store's server that can be started again on what it kept. Ends with the group of this process. */
export class ServerProcess {
  readonly #options: ServerOptions;
  #child: ChildProcess | undefined;
  #onUnexpectedExit: ((exit: UnexpectedExit) => void) | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  onUnexpectedExit(listener: (exit: UnexpectedExit) => void): void {
    this.#onUnexpectedExit = listener;
  }

  /** Resolves when it serves. Rejects, with nothing left running, when it does not get there. */
  async start(): Promise<void> {
    const { name, program, parameters, environment = {}, logFile, isReady } = this.#options;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'a');
    const child = spawn(program, parameters, {
      env: { PATH: process.env.PATH ?? '', ...environment },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await once(child, 'spawn');
    this.#child = child;
    child.once('exit', (code, signal) => this.#exited(child, { code, signal }));
    const deadline = Date.now() + startTimeoutMs;
    while (!(await isReady())) {
      if (this.#child !== child || Date.now() > deadline) {
        await this.stop();
        throw new Error(`${name} did not start; its log is ${logFile}`);
      }
      await delay(pollMs);
    }
  }

  /** Ends it at once, as a crash would; nobody starts it again. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await exited;
    clearTimeout(force);
  }

  #exited(child: ChildProcess, exit: UnexpectedExit): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#onUnexpectedExit?.(exit);
  }
}
