/** One observation: its features in a fixed order, what was seen, how much it counts. */
export interface Observation {
  readonly values: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

const rounds = 30;
const enough = 1e-6;

/**
 * Fits a logistic regression by Newton's method with a ridge penalty on the standardised
 * coefficients.
 * @returns bias and coefficients on the scale of the values.
 */
export function fitLogistic(
  observations: readonly Observation[],
  ridge: number,
): { readonly bias: number; readonly coefficients: readonly number[] } {
  const width = observations[0]?.values.length ?? 0;
  const total = observations.reduce((sum, { weight }) => sum + weight, 0);
  const mean = Array.from(
    { length: width },
    (_, at) => weighted(observations, ({ values }) => values[at] ?? 0) / total,
  );
  const spread = mean.map(
    (middle, at) =>
      Math.sqrt(
        weighted(observations, ({ values }) => ((values[at] ?? 0) - middle) ** 2) / total,
      ) || 1,
  );
  const rows = observations.map(({ values, isTrue, weight }) => ({
    x: [1, ...values.map((value, at) => (value - (mean[at] ?? 0)) / (spread[at] ?? 1))],
    y: Number(isTrue),
    weight,
  }));
  const beta = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    const gradient = beta.map((value, at) => (at === 0 ? 0 : -ridge * value));
    const hessian = beta.map((_, i) => beta.map((_, j) => (i === j && i > 0 ? ridge : 0)));
    for (const { x, y, weight } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * (beta[at] ?? 0), 0)));
      const curvature = weight * Math.max(p * (1 - p), 1e-9);
      for (let i = 0; i <= width; i += 1) {
        const xi = x[i] ?? 0;
        if (xi === 0) continue;
        gradient[i] = (gradient[i] ?? 0) + weight * (y - p) * xi;
        const line = hessian[i] ?? [];
        for (let j = 0; j <= width; j += 1) line[j] = (line[j] ?? 0) + curvature * xi * (x[j] ?? 0);
      }
    }
    const step = solve(hessian, gradient);
    step.forEach((value, at) => {
      beta[at] = (beta[at] ?? 0) + value;
    });
    if (Math.max(...step.map(Math.abs)) < enough) break;
  }
  const coefficients = beta.slice(1).map((value, at) => value / (spread[at] ?? 1));
  const bias = coefficients.reduce((sum, value, at) => sum - value * (mean[at] ?? 0), beta[0] ?? 0);
  return { bias, coefficients };
}

function weighted(observations: readonly Observation[], read: (of: Observation) => number): number {
  return observations.reduce((sum, of) => sum + of.weight * read(of), 0);
}

/** Solves a linear system by elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((line, at) => [...line, right[at] ?? 0]);
  const cell = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let at = 0; at < size; at += 1) {
    let pivot = at;
    for (let i = at + 1; i < size; i += 1) {
      if (Math.abs(cell(i, at)) > Math.abs(cell(pivot, at))) pivot = i;
    }
    const [a, b] = [rows[at], rows[pivot]];
    if (a && b) [rows[at], rows[pivot]] = [b, a];
    for (let i = at + 1; i < size; i += 1) {
      const factor = cell(i, at) / (cell(at, at) || Number.EPSILON);
      const line = rows[i];
      for (let j = at; line && j <= size; j += 1) line[j] = cell(i, j) - factor * cell(at, j);
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i -= 1) {
    let rest = cell(i, size);
    for (let j = i + 1; j < size; j += 1) rest -= cell(i, j) * (solution[j] ?? 0);
    solution[i] = rest / (cell(i, i) || Number.EPSILON);
  }
  return solution;
}
