import { ModelError } from '../../onnx/model-error.ts';
import type { ModelFiles } from '../../onnx/model-files.ts';
import { openTextEncoder } from '../../onnx/text-encoder.ts';
import { readQueryTable } from './query-table.ts';

/** A query's vector, not yet of unit length. */
export type QueryEncoder = (query: string) => Float32Array;

/**
 * Opens a table in place of the model for queries: the sum of the rows of a query's tokens.
 * @throws ModelError where it cannot be read or was fitted to another model.
 */
export async function openTableQueryEncoder(
  file: string,
  { name, digest, queryPrefix, tokenizerFile, tokenizerConfigFile, maxTokens }: ModelFiles,
): Promise<QueryEncoder> {
  const table = await readQueryTable(file);
  if (table.model !== digest || table.queryPrefix !== queryPrefix) {
    throw new ModelError(
      `The query table ${file} was fitted to another model than ${name}, or with another prefix for queries.`,
    );
  }
  const encoder = await openTextEncoder(tokenizerFile, tokenizerConfigFile, maxTokens);
  const { rows, scales, common, dimensions } = table;
  return (query) => {
    const sum = new Float32Array(dimensions);
    for (const id of encoder.encode(query).ids) {
      const scale = scales[id] ?? 0;
      const from = id * dimensions;
      for (let at = 0; at < dimensions; at += 1) {
        sum[at] = (sum[at] as number) + scale * (rows[from + at] ?? 0);
      }
    }
    const length = Math.hypot(...sum) || 1;
    return sum.map((value, at) => value / length + (common[at] as number));
  };
}
