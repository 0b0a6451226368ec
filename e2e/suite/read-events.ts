import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface ServerEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: checks look into events of every kind
  readonly data: any;
}

/** The server-sent events of an answer, their data parsed as JSON. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) throw new Error('the answer has no body');
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { event = 'message', data } of events) {
    yield { event, data: JSON.parse(data) };
  }
}
