import { listenOnFreePort } from '@lectern/testing';

export const slowAnswer = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

/** An OpenAI-compatible model that writes a word at a time, so that there is a middle of the answer. */
export async function startSlowModel(wordMs = 100): Promise<AsyncDisposable & { url: string }> {
  return listenOnFreePort((request, response) => {
    request.resume();
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
}
