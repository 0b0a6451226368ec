import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** A call to a running suite and its answer. */
export interface Finding {
  /** The call as a reader could repeat it, without secrets: `POST /api/research {"question": "…"}`. */
  readonly call: string;
  /** The part of the answer that the case checks. */
  readonly answer: string;
  readonly holds: boolean;
}

/** One requirement, checked on a running suite. */
export interface AcceptanceCase<World> {
  readonly name: string;
  ask(world: World): Promise<Finding>;
}

export interface CasesOptions<World extends AsyncDisposable> {
  /** Creates the suites, collections and people that the cases share. */
  createWorld(): Promise<World>;
  readonly cases: readonly AcceptanceCase<World>[];
  /** Reason to skip all cases. */
  readonly skipReason?: string | undefined;
  /** Maximum time of a case. Default 120,000. */
  readonly maxCaseMs?: number;
}

const maxStartMs = 300_000;

/** Defines a test for each case; all of them share one world. */
export function defineCases<World extends AsyncDisposable>(
  subject: string,
  { createWorld, cases, skipReason, maxCaseMs = 120_000 }: CasesOptions<World>,
): void {
  (skipReason ? describe.skip : describe)(
    skipReason ? `${subject} (${skipReason})` : subject,
    () => {
      let world: World;
      beforeAll(async () => {
        world = await createWorld();
      }, maxStartMs);
      afterAll(async () => world?.[Symbol.asyncDispose](), maxStartMs);

      it.each(cases.map((one) => [one.name, one] as const))(
        '%s',
        async (_, one) => {
          const { call, answer, holds } = await one.ask(world);
          expect({ call, answer, holds }).toEqual({ call, answer, holds: true });
        },
        maxCaseMs,
      );
    },
  );
}

/** Creates a finding; an answer that is not a string is shown as JSON. */
export function found(call: string, answer: unknown, holds: boolean): Finding {
  return { call, answer: typeof answer === 'string' ? answer : JSON.stringify(answer), holds };
}
