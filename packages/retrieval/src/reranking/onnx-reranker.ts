import { ModelError } from '../model-error.ts';
import { findModel, type ModelSource } from '../onnx/find-model.ts';
import { ModelProcesses } from '../onnx/model-processes.ts';
import type { Reranker, RerankOptions } from './reranker.ts';
import { RerankerUnavailableError } from './reranker-error.ts';

export interface OnnxRerankerOptions extends ModelSource {
  /** Processes of the model, each with the model in its memory. 1 unless given. */
  readonly processes?: number;
}

/**
 * Opens a cross-encoder over an ONNX graph in processes of its own. When the caller stops waiting,
 * remaining passages are not read.
 * @throws RerankerUnavailableError when the model cannot be used.
 */
export async function openOnnxReranker({
  processes = 1,
  ...source
}: OnnxRerankerOptions): Promise<Reranker> {
  const { files, model } = await asUnavailable(async () => {
    const found = await findModel(source);
    return { files: found, model: await ModelProcesses.open({ files: found, processes }) };
  });
  return {
    id: `onnx:${files.name}:${files.digest}`,
    async rerank(query, texts, { signal }: RerankOptions = {}) {
      signal?.throwIfAborted();
      const tasks = toTasks(query, texts);
      const found = await asUnavailable(() => model.runAll(tasks, { signal }));
      return found.map(toShare);
    },
    countReadable: (query, texts, timeoutMs) =>
      model.countFitting(toTasks(query, texts), timeoutMs),
    close: () => model.close(),
  };
}

function toTasks(query: string, texts: readonly string[]) {
  return texts.map((passage) => ({ kind: 'score' as const, query, passage }));
}

/** A model with one output returns a logit; with several, the last is that of the better answer. */
function toShare(logits: Float32Array): number {
  const last = logits.at(-1) ?? 0;
  const others = [...logits.slice(0, -1)];
  const rest = others.reduce(
    (sum, logit) => sum + Math.exp(logit - last),
    others.length ? 0 : Math.exp(-last),
  );
  return 1 / (1 + rest);
}

async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new RerankerUnavailableError(error.message, { problem: error.problem, cause: error });
  }
}
