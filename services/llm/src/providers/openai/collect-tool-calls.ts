import { randomUUID } from 'node:crypto';
import type { ModelToolCall } from '@lectern/answering';
import type { CompletionChunk } from './openai-api.ts';

type Delta = NonNullable<
  NonNullable<NonNullable<CompletionChunk['choices']>[number]['delta']>['tool_calls']
>[number];

/** Joins the pieces in which an API streams tool calls. */
export class ToolCallCollector {
  readonly #calls = new Map<number, { id: string; name: string; text: string }>();

  add(delta: Delta): void {
    const index = delta.index ?? 0;
    const call = this.#calls.get(index) ?? { id: '', name: '', text: '' };
    call.id ||= delta.id ?? '';
    call.name += delta.function?.name ?? '';
    call.text += delta.function?.arguments ?? '';
    this.#calls.set(index, call);
  }

  finish(): ModelToolCall[] {
    return [...this.#calls.values()].map(({ id, name, text }) => ({
      id: id || randomUUID(),
      name,
      arguments: parse(text),
    }));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}
