import type { Pooling } from './model-family.ts';

/** Pools the consecutive vectors of a text's tokens to one vector. */
export function poolTokens(values: Float32Array, width: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return values.slice(0, width);
  if (pooling === 'last') return values.slice(values.length - width);
  const sum = new Float32Array(width);
  values.forEach((value, at) => {
    sum[at % width] = (sum[at % width] ?? 0) + value;
  });
  return sum.map((value) => value / (values.length / width));
}
