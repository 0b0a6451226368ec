import { type Sentences, sentencesFor } from '@lectern/answering';
import { type Citation, documentsServerName, type StreamPart } from '@lectern/contracts';
import type { ApprovalRequest } from '../ports/answer-mode.ts';
import type { TurnEvent } from '../ports/turn-context.ts';
import type { Turn, TurnOutcome } from '../turns/turn.ts';
import type { PartLog } from './part-log.ts';
import { endParts, startPart } from './turn-parts.ts';

/** Writes the events of a turn as parts of its stream. */
export class TurnStream {
  readonly #turn: Turn;
  readonly #log: PartLog;
  readonly #sentences: Sentences;
  #text = '';
  #textIsOpen = false;
  #texts: number;

  /** @param texts Number of texts that the stream has already. */
  constructor(turn: Turn, log: PartLog, texts: number) {
    this.#texts = texts;
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
        this.#status('tool_start', event.tool, this.#titleOfStart(event));
        break;
      case 'tool_end':
        this.#status('tool_end', event.call.tool, this.#titleOfEnd(event));
        break;
      case 'route':
        this.#log.append({ type: 'data-route', data: event.route, transient: true });
        break;
      case 'text_over':
        for (const part of this.#closeText()) this.#log.append(part);
        this.#text = '';
        break;
      case 'text':
        if (!this.#textIsOpen) this.#log.append({ type: 'text-start', id: this.#textId });
        this.#textIsOpen = true;
        this.#text += event.text;
        this.#log.append({ type: 'text-delta', id: this.#textId, delta: event.text });
        break;
      default:
        event satisfies never;
    }
  }

  /** Returns the parts that end the stream until a decision. */
  pause(approval: ApprovalRequest): StreamPart[] {
    const { id, conversationId } = this.#turn;
    const data = { conversation_id: conversationId, message_id: id, ...approval };
    return [...this.#closeText(), { type: 'data-approval', id: approval.id, data }];
  }

  end(outcome: TurnOutcome): StreamPart[] {
    const documents = new Map(
      outcome.citations.map((citation) => [citation.document_id, citation]),
    );
    return [
      ...this.#closeText(),
      ...[...documents.values()].map(toSourcePart),
      ...endParts(this.#turn, outcome),
    ];
  }

  get #textId(): string {
    return this.#texts === 0 ? 'text' : `text-${this.#texts + 1}`;
  }

  #closeText(): StreamPart[] {
    if (!this.#textIsOpen) return [];
    const end = { type: 'text-end', id: this.#textId } as const;
    this.#textIsOpen = false;
    this.#texts += 1;
    return [end];
  }

  #titleOfStart({ server, tool }: { readonly server: string; readonly tool: string }): string {
    return server === documentsServerName
      ? this.#sentences.searching
      : this.#sentences.calling(tool);
  }

  #titleOfEnd({ call, found }: Extract<TurnEvent, { type: 'tool_end' }>): string {
    if (call.server === documentsServerName) {
      return call.status === 'ok'
        ? this.#sentences.found(found ?? 0)
        : this.#sentences.searchFailed;
    }
    return call.status === 'ok'
      ? this.#sentences.called(call.tool)
      : this.#sentences.callFailed(call.tool);
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
