import type {
  FinishReason,
  LanguageModel,
  ModelRequest,
  ModelToolCall,
  ModelUsage,
} from './language-model.ts';

export interface ModelListener {
  /** Gets the text piece by piece. */
  readonly onText?: (text: string) => void;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

export interface ModelResult {
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
  readonly finishReason: FinishReason;
  readonly usage: ModelUsage | undefined;
}

/** Calls a model and collects its reply. */
export async function runModel(
  model: LanguageModel,
  request: ModelRequest,
  { onText, signal }: ModelListener,
): Promise<ModelResult> {
  const calls: ModelToolCall[] = [];
  let text = '';
  let finishReason: FinishReason = 'stop';
  let usage: ModelUsage | undefined;
  for await (const event of model.generate(request, signal)) {
    switch (event.type) {
      case 'text':
        text += event.text;
        onText?.(event.text);
        break;
      case 'tool_call':
        calls.push(event.call);
        break;
      case 'finish':
        finishReason = event.reason;
        usage = event.usage;
    }
  }
  return { text, calls, finishReason, usage };
}

/** Returns whether a model may call tools of its own accord. */
export function callsTools({ toolChoices }: LanguageModel): boolean {
  return toolChoices.includes('auto');
}
