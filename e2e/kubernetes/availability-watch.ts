import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Records the fewest available pods of each Deployment of a namespace until it is disposed of. */
export class AvailabilityWatch implements AsyncDisposable {
  readonly fewest = new Map<string, number>();
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves once the state at the start is recorded. */
  static async start(kubeconfig: string, namespace: string): Promise<AvailabilityWatch> {
    const columns = 'custom-columns=NAME:.metadata.name,AVAILABLE:.status.availableReplicas';
    const child = spawn(
      'kubectl',
      ['-n', namespace, 'get', 'deployments', '--watch', '--no-headers', '-o', columns],
      { env: { ...process.env, KUBECONFIG: kubeconfig }, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const watch = new AvailabilityWatch(child);
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      const [name = '', available = ''] = line.trim().split(/\s+/);
      const count = Number(available) || 0;
      watch.fewest.set(name, Math.min(count, watch.fewest.get(name) ?? count));
    });
    await once(lines, 'line');
    return watch;
  }

  /** Names every Deployment that had fewer available pods than `minimum`. */
  findGaps(minimum: number): string[] {
    return [...this.fewest]
      .filter(([, count]) => count < minimum)
      .map(([name, count]) => `${name} had ${count} available`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }
}
