import { text } from 'node:stream/consumers';
import { listenOnFreePort } from '@lectern/testing';
import { Gate } from './gate.ts';

export const slowAnswer = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

const words = slowAnswer.split(/(?<= )/);
const wordMs = 100;
/** Number of words before the gate. */
const wordsBefore = 20;

export interface SlowModel extends AsyncDisposable {
  readonly url: string;
  /** Holds every answer in its middle while closed. */
  readonly middle: Gate;
  /** Rejects every request, as a starting server does. */
  isUnavailable: boolean;
  /** Returns the whole reply to a request at once; undefined lets it be written slowly. */
  reply: (asked: string) => string | undefined;
}

/**
 * Starts an OpenAI-compatible model that writes one word at a time, so that an answer has a middle.
 *
 * @param port Default: a free one.
 */
export async function startSlowModel(port = 0): Promise<SlowModel> {
  const middle = new Gate();
  middle.open();
  const server = await listenOnFreePort(async (request, response) => {
    const asked = await text(request);
    if (model.isUnavailable) {
      response.writeHead(503).end();
      return;
    }
    if (!asked.includes('"stream":true')) {
      const message = { role: 'assistant', content: 'ready' };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      // The list of models and the answer to the connection's test.
      response.end(JSON.stringify({ data: [{ id: 'slow' }], choices }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const reply = model.reply(asked);
    if (reply !== undefined) {
      const choice = { index: 0, delta: { content: reply }, finish_reason: 'stop' };
      response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
      return;
    }
    // A request with tools asks for the search query; the next one asks for the answer.
    const isAnswer = !asked.includes('"tools"');
    let written = 0;
    const timer = setInterval(() => {
      if (isAnswer && written === wordsBefore && !middle.isOpen) return;
      const content = words[written];
      written += 1;
      const choice = content
        ? { index: 0, delta: { content } }
        : { index: 0, delta: {}, finish_reason: 'stop' };
      response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
      if (content) return;
      clearInterval(timer);
      response.end('data: [DONE]\n\n');
    }, wordMs);
    response.on('close', () => clearInterval(timer));
  }, port);
  const model: SlowModel = {
    url: server.url,
    middle,
    isUnavailable: false,
    reply: () => undefined,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return model;
}
