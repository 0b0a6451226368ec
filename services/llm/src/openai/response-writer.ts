import type { AppError, ResponseEvents, ResponseItem } from '@lectern/contracts';
import type { EventStream } from '@lectern/service';
import type { TurnAnswer } from '../ports/answer-mode.ts';
import type { ResponseAnswer } from './response-answer.ts';

type Fields<Name extends keyof ResponseEvents> = Omit<
  ResponseEvents[Name],
  'type' | 'sequence_number'
>;

/** Writes the events of a response in OpenAI's order: the message with its text, then calls. */
export class ResponseWriter {
  readonly #stream: EventStream<ResponseEvents>;
  readonly #answer: ResponseAnswer;
  #number = 0;
  #text = '';

  constructor(stream: EventStream<ResponseEvents>, answer: ResponseAnswer) {
    this.#stream = stream;
    this.#answer = answer;
  }

  start(): void {
    const response = this.#answer.begun();
    this.#send('response.created', { response });
    this.#send('response.in_progress', { response });
  }

  push(delta: string): void {
    if (this.#text === '') this.#openMessage();
    this.#text += delta;
    this.#send('response.output_text.delta', { ...this.#part(), delta, logprobs: [] });
  }

  end(answer: TurnAnswer): void {
    const whole = this.#answer.whole(answer);
    for (const [output_index, item] of whole.output.entries()) {
      if (item.type === 'message') this.#endMessage(item);
      else this.#sendCall(output_index, item);
    }
    const last = whole.status === 'incomplete' ? 'response.incomplete' : 'response.completed';
    this.#send(last, { response: whole });
  }

  fail(error: Pick<AppError, 'code' | 'message'>): void {
    this.#send('response.failed', { response: this.#answer.failed(error) });
  }

  #openMessage(): void {
    const { messageId: id } = this.#answer;
    const item: ResponseItem = {
      type: 'message',
      id,
      status: 'in_progress',
      role: 'assistant',
      content: [],
    };
    this.#send('response.output_item.added', { output_index: 0, item });
    const part = { type: 'output_text' as const, text: '', annotations: [], logprobs: [] };
    this.#send('response.content_part.added', { ...this.#part(), part });
  }

  #endMessage(item: Extract<ResponseItem, { type: 'message' }>): void {
    const [part] = item.content;
    if (!part) return;
    if (this.#text === '') this.#openMessage();
    for (const [annotation_index, annotation] of part.annotations.entries()) {
      this.#send('response.output_text.annotation.added', {
        ...this.#part(),
        annotation_index,
        annotation,
      });
    }
    const { text } = part;
    this.#send('response.output_text.done', { ...this.#part(), text, logprobs: [] });
    this.#send('response.content_part.done', { ...this.#part(), part });
    this.#send('response.output_item.done', { output_index: 0, item });
  }

  #sendCall(output_index: number, item: Extract<ResponseItem, { type: 'function_call' }>): void {
    const { id: item_id, name, arguments: given } = item;
    const started: ResponseItem = { ...item, arguments: '', status: 'in_progress' };
    this.#send('response.output_item.added', { output_index, item: started });
    this.#send('response.function_call_arguments.delta', { output_index, item_id, delta: given });
    this.#send('response.function_call_arguments.done', {
      output_index,
      item_id,
      name,
      arguments: given,
    });
    this.#send('response.output_item.done', { output_index, item });
  }

  #part() {
    return { output_index: 0, item_id: this.#answer.messageId, content_index: 0 as const };
  }

  #send<Name extends keyof ResponseEvents & string>(type: Name, fields: Fields<Name>): void {
    const event = { type, sequence_number: this.#number, ...fields };
    this.#number += 1;
    this.#stream.send(type, event as ResponseEvents[Name]);
  }
}
