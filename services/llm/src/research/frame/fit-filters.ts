import { type ResearchFilters, researchFiltersSchema } from '@lectern/contracts';

/** Filters that a frame holds; the values of each one that it does not hold are set aside. */
export function fitFilters(filters: ResearchFilters): {
  readonly filters: ResearchFilters;
  readonly aside: readonly string[];
} {
  const { error } = researchFiltersSchema.safeParse(filters);
  const wrong = new Set(error?.issues.map(({ path }) => path[0]));
  const entries = Object.entries(filters);
  const fitting = entries.filter(([name]) => !wrong.has(name));
  return {
    filters: researchFiltersSchema.parse(Object.fromEntries(fitting)),
    aside: entries.filter(([name]) => wrong.has(name)).flatMap(([, value]) => String(value)),
  };
}
