import type { Trial, TrialOrder } from '@lectern/contracts';

const keys = {
  newest: ({ start_date }: Trial) => start_date,
  oldest: ({ start_date }: Trial) => start_date,
  largest: ({ enrollment }: Trial) => enrollment?.count ?? null,
  smallest: ({ enrollment }: Trial) => enrollment?.count ?? null,
} as const satisfies Readonly<Record<TrialOrder, (trial: Trial) => string | number | null>>;

/** The registry's order, held against the records; studies that do not say what it goes by come last. */
export function orderTrials(trials: readonly Trial[], order: TrialOrder | null): readonly Trial[] {
  if (order === null) return trials;
  const sign = order === 'newest' || order === 'largest' ? -1 : 1;
  return trials.toSorted((one, other) => {
    const [a, b] = [keys[order](one), keys[order](other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a === b ? 0 : a < b ? -sign : sign;
  });
}
