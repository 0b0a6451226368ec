import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import type { TemporarySuite } from '../suite/temporary-suite.ts';
import { type ProcessFigures, readFigures } from './process-figures.ts';

export interface Sample {
  /** From 1 to 4. */
  readonly quarter: number;
  /** The load was paused and had time to drain. */
  readonly isQuiet: boolean;
  /** By the name of the process. */
  readonly processes: ReadonlyMap<string, ProcessFigures>;
  /** Connections to PostgreSQL by the name that each gives itself; ours is left out. */
  readonly connections: ReadonlyMap<string, number>;
}

const ownName = 'soak';

/** Takes samples of every process of a suite until it is disposed. */
export class Sampler implements AsyncDisposable {
  readonly #suite: TemporarySuite;
  readonly #file: string | undefined;
  readonly #pool: Pool;
  readonly samples: Sample[] = [];

  constructor(suite: TemporarySuite, file: string | undefined) {
    this.#suite = suite;
    this.#file = file;
    this.#pool = new Pool({
      connectionString: suite.databaseUrl,
      application_name: ownName,
      max: 1,
      idleTimeoutMillis: 0,
    });
    this.#pool.on('error', () => {});
  }

  async runUntil(
    ended: Promise<unknown>,
    everyMs: number,
    about: Pick<Sample, 'quarter' | 'isQuiet'>,
  ): Promise<void> {
    let isOver = false;
    const over = ended.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await this.#take(about);
      await Promise.race([over, delay(everyMs)]);
    }
    await over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }

  async #take(about: Pick<Sample, 'quarter' | 'isQuiet'>): Promise<void> {
    const roots = Object.entries(this.#suite.processes).flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, pid] as const],
    );
    const sample = {
      ...about,
      processes: await readFigures(new Map(roots)),
      connections: await this.#countConnections(),
    };
    this.samples.push(sample);
    if (this.#file === undefined) return;
    const { processes, connections } = sample;
    const plain = {
      ...about,
      processes: Object.fromEntries(processes),
      connections: Object.fromEntries(connections),
    };
    appendFileSync(this.#file, `${JSON.stringify({ at: new Date(), ...plain })}\n`);
  }

  async #countConnections(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.#pool.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and application_name <> $1 group by 1`,
      [ownName],
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  }
}
