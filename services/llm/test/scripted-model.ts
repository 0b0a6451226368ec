import { AppError } from '@lectern/contracts';
import type { LanguageModel, ModelEvent, ModelRequest, ToolChoice } from '@lectern/models';

/** One answer of a scripted model: text pieces and tool calls, or an error code thrown in the end. */
export type Script = (
  request: ModelRequest,
  signal: AbortSignal,
) => AsyncIterable<ModelEvent> | Iterable<ModelEvent>;

/** A model that answers by script, one entry a call; the last one stays. */
export class ScriptedModel implements LanguageModel {
  readonly provider = 'scripted';
  readonly name = 'scripted-1';
  readonly toolChoices: readonly ToolChoice[];
  readonly isExtractive: boolean;
  readonly requests: ModelRequest[] = [];
  readonly #scripts: readonly Script[];

  constructor(scripts: readonly Script[], toolChoices: readonly ToolChoice[] = ['none']) {
    this.#scripts = scripts;
    this.toolChoices = toolChoices;
    this.isExtractive = !toolChoices.includes('auto');
  }

  async *generate(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const script = this.#scripts[Math.min(this.requests.length, this.#scripts.length - 1)];
    this.requests.push(request);
    if (script) yield* script(request, signal);
  }
}

export function says(...pieces: string[]): Script {
  return () => [
    ...pieces.map((text): ModelEvent => ({ type: 'text', text })),
    { type: 'finish', reason: 'stop', usage: { promptTokens: 10, completionTokens: 5 } },
  ];
}

export function calls(name: string, args: unknown): Script {
  return () => [
    { type: 'tool_call', call: { id: 'call-1', name, arguments: args } },
    { type: 'finish', reason: 'tool_calls' },
  ];
}

/** Says some text, then waits for `until` or the end of the turn, then says the rest. */
export function pauses(before: string, until: Promise<unknown>, after: string): Script {
  return async function* (_request, signal) {
    yield { type: 'text', text: before };
    await new Promise((resolve, reject) => {
      until.then(resolve, reject);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    yield { type: 'text', text: after };
    yield { type: 'finish', reason: 'stop' };
  };
}

export function fails(before = ''): Script {
  return function* () {
    if (before !== '') yield { type: 'text', text: before };
    throw new AppError('model_unavailable', 'secret vendor text');
  };
}
