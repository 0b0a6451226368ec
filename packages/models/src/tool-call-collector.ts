import { randomUUID } from 'node:crypto';
import type { ModelToolCall } from './language-model.ts';

/** A part of a streamed tool call. */
export interface ToolCallDelta {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Part of the arguments' JSON. */
  readonly text?: string | null | undefined;
}

/** Joins the deltas in which an API streams tool calls. */
export class ToolCallCollector {
  readonly #calls = new Map<number, { id: string; name: string; text: string }>();

  add(index: number, delta: ToolCallDelta): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', text: '' };
    call.id ||= delta.id ?? '';
    call.name += delta.name ?? '';
    call.text += delta.text ?? '';
    this.#calls.set(index, call);
  }

  has(index: number): boolean {
    return this.#calls.has(index);
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
