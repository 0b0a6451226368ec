import { appendFileSync } from 'node:fs';

export interface Check {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly reason?: string;
}

const maxExamples = 5;

/** Collects checks and prints each result; the file that `LECTERN_REPORT` names gets each as a JSON line. */
export class Report {
  readonly #checks: Check[] = [];
  readonly #startedAt = performance.now();

  /** Prints a line with the time since the start. */
  print(line: string): void {
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1);
    console.log(`${seconds.padStart(6)} s  ${line}`);
  }

  /** Adds a check, which passes without problems. */
  check(name: string, problems: readonly string[]): void {
    const more = problems.length - maxExamples;
    const reason = [
      ...problems.slice(0, maxExamples),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join('; ');
    this.#add(
      problems.length === 0 ? { name, status: 'passed' } : { name, status: 'failed', reason },
    );
    this.print(problems.length === 0 ? `ok: ${name}` : `FAILED: ${name}: ${reason}`);
  }

  /** Adds a check, which passes if `work` does not throw. */
  async try(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.check(name, []);
    } catch (error) {
      this.check(name, [(error as Error).message]);
    }
  }

  /** Adds a check that cannot run here. */
  skip(name: string, reason: string): void {
    this.#add({ name, status: 'skipped', reason });
    this.print(`skipped: ${name}: ${reason}`);
  }

  get hasFailures(): boolean {
    return this.#checks.some(({ status }) => status === 'failed');
  }

  count(status: Check['status']): number {
    return this.#checks.filter((check) => check.status === status).length;
  }

  /** A run that is cut short has told of its checks until then. */
  #add(check: Check): void {
    this.#checks.push(check);
    const file = process.env.LECTERN_REPORT;
    if (file) appendFileSync(file, `${JSON.stringify(check)}\n`);
  }
}
