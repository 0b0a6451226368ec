import type { Pooling } from './model-family.ts';

/** One vector of the vectors of a text's tokens, which lie one after the other. */
export function poolTokens(values: Float32Array, width: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return values.slice(0, width);
  if (pooling === 'last') return values.slice(values.length - width);
  const sum = new Float32Array(width);
  values.forEach((value, at) => {
    sum[at % width] = (sum[at % width] ?? 0) + value;
  });
  return sum.map((value) => value / (values.length / width));
}
