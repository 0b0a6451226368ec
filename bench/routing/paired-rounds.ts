export interface PairedRoundsOptions<Side extends string, Result> {
  readonly sides: readonly [Side, Side];
  /** At most. */
  readonly rounds: number;
  /** No round begins after this. */
  readonly maxMs: number;
  readonly run: (side: Side) => Promise<readonly Result[]>;
  /** Told after each round, counted from 1. */
  readonly onRound?: (round: number) => void;
  /** Milliseconds. Default: since the process began. */
  readonly now?: () => number;
}

export interface PairedRounds<Side extends string, Result> {
  /** Rounds that were made, both sides each. */
  readonly rounds: number;
  /** Results of each side, in the same order. */
  readonly results: Readonly<Record<Side, readonly Result[]>>;
}

/** Runs both sides in turn, each first in every other round, so that neither has the quieter machine. */
export async function runPairedRounds<Side extends string, Result>({
  sides,
  rounds,
  maxMs,
  run,
  onRound,
  now = () => performance.now(),
}: PairedRoundsOptions<Side, Result>): Promise<PairedRounds<Side, Result>> {
  const [one, other] = sides;
  const results = { [one]: [] as Result[], [other]: [] as Result[] } as Record<Side, Result[]>;
  const started = now();
  let made = 0;
  while (made < rounds && now() - started < maxMs) {
    for (const side of made % 2 === 0 ? sides : sides.toReversed()) {
      results[side as Side].push(...(await run(side as Side)));
    }
    made += 1;
    onRound?.(made);
  }
  return { rounds: made, results };
}
