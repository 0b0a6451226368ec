import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Pooling } from './model-family.ts';
import type { ModelFiles } from './model-files.ts';
import type { ModelTask } from './model-task.ts';
import { type EncodedText, openTextEncoder } from './text-encoder.ts';

/**
 * Opens a model in the caller's process. Each text is a run of its own: batches save no time on a
 * processor, and a quantised graph would round each text by the others of its batch.
 */
export async function openModel(
  files: ModelFiles,
): Promise<(task: ModelTask) => Promise<Float32Array>> {
  const encoder = await openTextEncoder(
    files.tokenizerFile,
    files.tokenizerConfigFile,
    files.maxTokens,
  );
  const session = await InferenceSession.create(files.graphFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const output =
    ['logits', 'sentence_embedding', 'last_hidden_state', 'token_embeddings'].find((name) =>
      session.outputNames.includes(name),
    ) ??
    session.outputNames[0] ??
    '';

  async function run(encoded: EncodedText): Promise<Tensor> {
    const feeds = Object.fromEntries(
      session.inputNames.map((name) => [name, toTensor(valuesOf(name, encoded))]),
    );
    return (await session.run(feeds, [output]))[output] as Tensor;
  }
  return async (task) => {
    if (task.kind === 'score') {
      return toFloats(await run(encoder.encodePair(task.query, task.passage)));
    }
    const tensor = await run(encoder.encode(task.text));
    return tensor.dims.length === 3
      ? poolTokens(toFloats(tensor), tensor.dims[2] ?? 1, files.pooling)
      : toFloats(tensor);
  };
}

function valuesOf(input: string, { ids, segments }: EncodedText): readonly number[] {
  switch (input) {
    case 'input_ids':
      return ids;
    case 'attention_mask':
      return ids.map(() => 1);
    case 'token_type_ids':
      return segments;
    case 'position_ids':
      return ids.map((_, at) => at);
    default:
      throw new Error(`the model wants ${input}, which is not known`);
  }
}

function toTensor(values: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
}

function toFloats({ data }: Tensor): Float32Array {
  if (!(data instanceof Float32Array)) throw new Error('the model gives no 32-bit numbers');
  return Float32Array.from(data);
}

/** Pools the consecutive vectors of a text's tokens to one vector. */
function poolTokens(values: Float32Array, width: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return values.slice(0, width);
  if (pooling === 'last') return values.slice(values.length - width);
  const sum = new Float32Array(width);
  values.forEach((value, at) => {
    sum[at % width] = (sum[at % width] ?? 0) + value;
  });
  return sum.map((value) => value / (values.length / width));
}
