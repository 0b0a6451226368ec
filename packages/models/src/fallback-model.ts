import { AppError, isModelProblem, type ModelProblem } from '@lectern/contracts';
import type { LanguageModel, ModelEvent, ModelRequest, ToolChoice } from './language-model.ts';

export interface FallbackListener {
  /** A model gave its first event; `at` is its position. */
  readonly onAnswered: (at: number) => void;
  /** A model was unavailable; the next one is asked for this call and for later ones. */
  readonly onUnavailable: (at: number, problem: ModelProblem) => void;
}

/**
 * Asks the first model, and each next one where the one before is unavailable before its first event.
 * A model that was unavailable is not asked again.
 */
export function createFallbackModel(
  [first, ...others]: readonly [LanguageModel, ...LanguageModel[]],
  { onAnswered, onUnavailable }: FallbackListener,
): LanguageModel {
  const models = [first, ...others];
  let at = 0;
  return {
    ...first,
    async *generate(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      for (;;) {
        const model = models[at] ?? first;
        let hasBegun = false;
        try {
          for await (const event of model.generate(adapt(request, model), signal)) {
            if (!hasBegun) onAnswered(at);
            hasBegun = true;
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          const problem = findProblem(error);
          if (!problem) throw error;
          onUnavailable(at, problem);
          if (hasBegun || at + 1 >= models.length) throw error;
          at += 1;
        }
      }
    },
  };
}

function findProblem(error: unknown): ModelProblem | undefined {
  if (!(error instanceof AppError) || error.code !== 'model_unavailable') return undefined;
  const reason = error.details?.reason;
  return isModelProblem(reason) ? reason : 'unreachable';
}

/** Asks for no choice that the model does not honour. */
function adapt(request: ModelRequest, { toolChoices }: LanguageModel): ModelRequest {
  const { toolChoice = 'none' } = request;
  if (toolChoices.includes(toolChoice)) return request;
  const honoured: ToolChoice = toolChoices.includes('auto') ? 'auto' : 'none';
  return { ...request, toolChoice: honoured };
}
