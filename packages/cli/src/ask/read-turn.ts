import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type AskPart, askPartSchema } from './ask-events.ts';

const endOfStream = '[DONE]';

/** The known parts of a turn's event stream, in order. */
export async function* readTurn(body: ReadableStream<Uint8Array>): AsyncGenerator<AskPart> {
  const events = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    if (data === endOfStream) return;
    const part = askPartSchema.safeParse(JSON.parse(data));
    if (part.success) yield part.data;
  }
}
