import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { SuiteError } from '../suite-error.ts';
import { readLogLine } from './log-line.ts';
import type { Runnable, UnexpectedExit } from './runnable.ts';

export interface NodeProcessOptions {
  readonly name: string;
  /** Path of the script. */
  readonly entry: string;
  readonly nodeFlags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Answers 200 when the process serves. */
  readonly readyUrl: string;
  readonly onLog: (line: string) => void;
}

const lastLinesKept = 20;
const pollMs = 50;
/** As in the images: on a busy machine the modules alone take most of a minute. */
const startTimeoutMs = 180_000;
/** After this long a stopping process is killed. */
const stopTimeoutMs = 9_000;

/** A service in a Node process of its own, which ends when this process dies. */
export class NodeProcess implements Runnable {
  readonly #options: NodeProcessOptions;
  #child: ChildProcess | undefined;
  #ending: Promise<void> = Promise.resolve();
  #onUnexpectedExit: ((exit: UnexpectedExit) => void) | undefined;

  constructor(options: NodeProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  onUnexpectedExit(listener: (exit: UnexpectedExit) => void): void {
    this.#onUnexpectedExit = listener;
  }

  /** @throws SuiteError with the last lines of its log when it ends or does not serve in time. */
  async start(): Promise<void> {
    const { name, entry, nodeFlags, environment } = this.#options;
    const child = spawn(process.execPath, ['--disable-sigusr1', ...nodeFlags, entry], {
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const lastLines = this.#followLog(child);
    this.#child = child;
    await once(child, 'spawn');

    const deadline = Date.now() + startTimeoutMs;
    while (!(await this.#isReady())) {
      if (this.#child !== child) throw new SuiteError(`${name} was stopped while starting.`);
      if (hasEnded(child) || Date.now() > deadline) {
        const what = hasEnded(child) ? 'ended' : 'did not become ready';
        await this.stop();
        throw new SuiteError(
          `${name} ${what} while starting:\n${lastLines.map((line) => readLogLine(line).text).join('\n')}`,
        );
      }
      await delay(pollMs);
    }
    child.once('exit', (code, signal) => this.#exited(child, { code, signal }));
    if (hasEnded(child)) {
      this.#exited(child, { code: child.exitCode, signal: child.signalCode });
    }
  }

  /** Waits for its end, also where another call has begun it. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child && !hasEnded(child)) this.#ending = this.#end(child);
    await this.#ending;
  }

  async #end(child: ChildProcess): Promise<void> {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const { name, onLog } = this.#options;
    const force = setTimeout(() => {
      onLog(`${name} did not end within ${stopTimeoutMs} ms and is killed.`);
      child.kill('SIGKILL');
    }, stopTimeoutMs);
    await exited;
    clearTimeout(force);
  }

  #exited(child: ChildProcess, exit: UnexpectedExit): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#onUnexpectedExit?.(exit);
  }

  #followLog(child: ChildProcess): readonly string[] {
    const lastLines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream as NodeJS.ReadableStream }).on('line', (line) => {
        lastLines.push(line);
        if (lastLines.length > lastLinesKept) lastLines.shift();
        this.#options.onLog(line);
      });
    }
    return lastLines;
  }

  async #isReady(): Promise<boolean> {
    try {
      const response = await fetch(this.#options.readyUrl, { signal: AbortSignal.timeout(2_000) });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
