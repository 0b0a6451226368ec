import type { Citation } from '@lectern/contracts';
import { type Sentences, sentencesFor } from '@lectern/grounding';
import type { StreamPart } from '../ports/stream-part.ts';
import type { TurnEvent } from '../ports/turn-context.ts';
import type { Turn, TurnOutcome } from '../ports/turns.ts';
import type { PartLog } from './part-log.ts';
import { endParts, startPart } from './turn-parts.ts';

const textId = 'text';

/** Writes what happens in a turn as parts of its stream. */
export class TurnStream {
  readonly #turn: Turn;
  readonly #log: PartLog;
  readonly #sentences: Sentences;
  #text = '';
  #textIsOpen = false;

  constructor(turn: Turn, log: PartLog) {
    this.#turn = turn;
    this.#log = log;
    this.#sentences = sentencesFor(turn.question);
  }

  /** Text so far. */
  get text(): string {
    return this.#text;
  }

  start(): void {
    this.#log.append(startPart(this.#turn));
  }

  handle(event: TurnEvent): void {
    switch (event.type) {
      case 'tool_start':
        this.#status('tool_start', event.tool, this.#sentences.searching);
        break;
      case 'tool_end':
        this.#status('tool_end', event.call.tool, this.#sentences.found(event.found ?? 0));
        break;
      case 'text':
        if (!this.#textIsOpen) this.#log.append({ type: 'text-start', id: textId });
        this.#textIsOpen = true;
        this.#text += event.text;
        this.#log.append({ type: 'text-delta', id: textId, delta: event.text });
    }
  }

  /** The parts with which the stream ends. */
  end(outcome: TurnOutcome): StreamPart[] {
    const documents = new Map(
      outcome.citations.map((citation) => [citation.document_id, citation]),
    );
    return [
      ...(this.#textIsOpen ? [{ type: 'text-end', id: textId } as const] : []),
      ...[...documents.values()].map(toSourcePart),
      ...endParts(this.#turn, outcome),
    ];
  }

  #status(event: 'tool_start' | 'tool_end', tool: string, title: string): void {
    this.#log.append({
      type: 'data-status',
      data: { event, tool_name: tool, title },
      transient: true,
    });
  }
}

function toSourcePart({ document_id, title, file_name, mime_type }: Citation): StreamPart {
  return {
    type: 'source-document',
    sourceId: document_id,
    mediaType: mime_type ?? 'application/octet-stream',
    title,
    ...(file_name !== null && { filename: file_name }),
  };
}
