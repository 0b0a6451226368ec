/** Mean of what is judged; null when nothing is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const judged = values.filter((value) => value !== null);
  return judged.length > 0 ? judged.reduce((sum, value) => sum + value, 0) / judged.length : null;
}

/** The value below which this share of all values lies; 0 of none. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
