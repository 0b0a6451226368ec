import type { Report } from '../suite/report.ts';

/** What was asked of a running suite and what came back. */
export interface Finding {
  /** As a reader could repeat it, without secrets: `POST /api/research {"question": "…"}`. */
  readonly call: string;
  /** The part of the answer that the clause is about. */
  readonly answer: string;
  readonly holds: boolean;
}

/** One sentence of the requirements, asked of a running suite. */
export interface Clause<World> {
  /** The sentence in few words. */
  readonly name: string;
  /** Throws when it cannot be asked; the run goes on with the next clause. */
  ask(world: World): Promise<Finding>;
}

export interface SubjectOptions<World extends AsyncDisposable> {
  readonly name: string;
  /** Suites, collections and people that the clauses share; made once, and gone at the end. */
  createWorld(): Promise<World>;
  readonly clauses: readonly Clause<World>[];
  /** What must be given for it and is not: the subject is skipped. */
  readonly missing?: string | undefined;
  /** A clause that takes longer has failed. Default 120,000. */
  readonly maxClauseMs?: number;
}

/** Clauses about one part of the product. */
export interface Subject {
  readonly name: string;
  /** Asks the clauses whose name holds `only`, one after the other. */
  run(report: Report, only: string): Promise<void>;
}

const defaultMaxClauseMs = 120_000;
const maxShown = 300;

export function createSubject<World extends AsyncDisposable>({
  name,
  createWorld,
  clauses,
  missing,
  maxClauseMs = defaultMaxClauseMs,
}: SubjectOptions<World>): Subject {
  return {
    name,
    async run(report, only) {
      const asked = clauses.filter((clause) => clause.name.includes(only));
      if (asked.length === 0) return;
      if (missing !== undefined) {
        report.skip(name, missing);
        return;
      }
      await using world = await createWorld();
      for (const clause of asked) {
        await report.try(`${name}: ${clause.name}`, async () => {
          const { call, answer, holds } = await inTime(clause.ask(world), maxClauseMs);
          report.tell(`${shorten(call)}\n          -> ${shorten(answer)}`);
          if (!holds) throw new Error(`${shorten(call)} gave ${shorten(answer)}`);
        });
      }
    },
  };
}

async function inTime<Result>(work: Promise<Result>, maxMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${maxMs / 1_000} s`)),
    maxMs,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)} …` : text);
