import type { LanguageModel, ModelRequest, ModelToolCall, ModelUsage } from '@lectern/models';

export interface ModelListener {
  /** Text as it comes. */
  readonly onText?: (text: string) => void;
  readonly onUsage: (usage: ModelUsage) => void;
  /** Aborted once nobody listens any more. */
  readonly signal: AbortSignal;
}

export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
  /** The reply reached its longest length. */
  readonly isCut: boolean;
}

/** One call of a model, to its end. */
export async function runModel(
  model: LanguageModel,
  request: ModelRequest,
  { onText, onUsage, signal }: ModelListener,
): Promise<ModelReply> {
  const calls: ModelToolCall[] = [];
  let text = '';
  let isCut = false;
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'text') {
      text += event.text;
      onText?.(event.text);
    } else if (event.type === 'tool_call') calls.push(event.call);
    else {
      if (event.usage) onUsage(event.usage);
      isCut = event.reason === 'length';
    }
  }
  return { text, calls, isCut };
}
