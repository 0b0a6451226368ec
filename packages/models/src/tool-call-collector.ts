import { randomUUID } from 'node:crypto';
import type { ModelToolCall } from './language-model.ts';

/** A part of a streamed tool call. */
export interface ToolCallDelta {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Part of the arguments' JSON. */
  readonly text?: string | null | undefined;
}

interface OpenCall {
  id: string;
  name: string;
  text: string;
}

/**
 * Joins the deltas in which an API streams tool calls. Some APIs send several whole calls with one
 * index, or with none; some repeat id and name with each delta.
 */
export class ToolCallCollector {
  readonly #calls: OpenCall[] = [];
  readonly #open = new Map<number, OpenCall>();

  add(index: number, delta: ToolCallDelta): void {
    let call = this.#open.get(index);
    if (!call || isNext(call, delta)) {
      call = { id: '', name: '', text: '' };
      this.#calls.push(call);
      this.#open.set(index, call);
    }
    call.id ||= delta.id ?? '';
    if (delta.name !== call.name) call.name += delta.name ?? '';
    call.text += delta.text ?? '';
  }

  has(index: number): boolean {
    return this.#open.has(index);
  }

  finish(): ModelToolCall[] {
    return this.#calls.map(({ id, name, text }) => ({
      id: id || randomUUID(),
      name,
      arguments: parse(text),
    }));
  }
}

/** Returns whether a delta begins another call than the open one. */
function isNext(open: OpenCall, { id, name }: ToolCallDelta): boolean {
  if (!name || !open.name) return false;
  return id ? id !== open.id : open.text !== '' && parse(open.text) !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}
