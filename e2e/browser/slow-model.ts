import { listenOnFreePort } from '@lectern/testing';

export const slowAnswer = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

export interface SlowModel extends AsyncDisposable {
  readonly url: string;
  /** While it holds, every request is refused as by a server that is starting. */
  isAway: boolean;
}

/** An OpenAI-compatible model that writes a word at a time, so that there is a middle of the answer. */
export async function startSlowModel(wordMs = 100): Promise<SlowModel> {
  const server = await listenOnFreePort((request, response) => {
    request.resume();
    if (model.isAway) {
      response.writeHead(503).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const words = slowAnswer.split(/(?<= )/);
    const timer = setInterval(() => {
      const content = words.shift();
      const choice = content
        ? { index: 0, delta: { content } }
        : { index: 0, delta: {}, finish_reason: 'stop' };
      response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
      if (content) return;
      clearInterval(timer);
      response.end('data: [DONE]\n\n');
    }, wordMs);
    response.on('close', () => clearInterval(timer));
  });
  const model: SlowModel = {
    url: server.url,
    isAway: false,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return model;
}
