import { AppError, isModelProblem, type ModelProblem } from '@lectern/contracts';
import type {
  LanguageModel,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ToolChoice,
} from './language-model.ts';

export interface FallbackListener {
  /** A model gave its first event; `at` is its position. */
  readonly onAnswered: (at: number) => void;
  /** A model was unavailable; the next one is asked for this call and for later ones. */
  readonly onUnavailable: (at: number, problem: ModelProblem) => void;
}

/**
 * Asks the first model, and each next one where the one before is unavailable before its first event.
 * A model that was unavailable is not asked again. Each model gets the request without the tool
 * choice and the JSON schema that it does not honour.
 */
export function createFallbackModel(
  [first, ...others]: readonly [LanguageModel, ...LanguageModel[]],
  { onAnswered, onUnavailable }: Partial<FallbackListener> = {},
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
            if (!hasBegun) onAnswered?.(at);
            hasBegun = true;
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          const problem = findProblem(error);
          if (!problem) throw error;
          onUnavailable?.(at, problem);
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

/** Returns the request without what the model does not honour. */
function adapt(request: ModelRequest, model: LanguageModel): ModelRequest {
  const { toolChoice = 'none', responseSchema, ...rest } = request;
  const { toolChoices, honoursJsonSchema } = model;
  const honoured: ToolChoice = toolChoices.includes('auto') ? 'auto' : 'none';
  const choice = toolChoices.includes(toolChoice) ? request.toolChoice : honoured;
  return {
    ...rest,
    ...(choice && { toolChoice: choice }),
    ...(responseSchema &&
      honoursJsonSchema && {
        responseSchema,
        messages: addInstructions(request.messages, responseSchema.instructions),
      }),
  };
}

function addInstructions(
  messages: readonly ModelMessage[],
  instructions: string | undefined,
): readonly ModelMessage[] {
  return messages.map((message) =>
    message.role === 'system' && instructions !== undefined
      ? { ...message, content: `${message.content}\n\n${instructions}` }
      : message,
  );
}
