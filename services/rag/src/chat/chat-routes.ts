import { type AskEvents, endpoints } from '@lectern/contracts';
import {
  type EndpointRoutes,
  normalizeError,
  openEventStream,
  startDeadline,
  toErrorBody,
  wantsEvents,
} from '@lectern/service';
import { type AnswerDependencies, type AnswerListener, answerQuestion } from './answer-question.ts';

/** Maximum time of a turn, search included. */
const answerTimeoutMs = 300_000;

const silent: AnswerListener = { onRetrieval: () => {}, onText: () => {} };

export function mountAnswerRoutes(routes: EndpointRoutes, dependencies: AnswerDependencies): void {
  routes.mount(endpoints.ask, async ({ request, response, principal, body }) => {
    const deadline = startDeadline(request, response, answerTimeoutMs);
    const { signal } = deadline;
    const answer = (listener: AnswerListener) =>
      deadline.run(() => answerQuestion(dependencies, body, { principal, listener, signal }));
    if (!wantsEvents(request)) return answer(silent);
    const stream = openEventStream<AskEvents>(request, response, {
      onStopping: (stopping) => stream.send('error', toErrorBody(stopping, request)),
    });
    try {
      const done = await answer({
        onRetrieval: ({ chunks, retrieval }) => stream.send('retrieval', { chunks, retrieval }),
        onText: (text) => stream.send('delta', { text }),
      });
      stream.send('done', done);
    } catch (error) {
      const known = normalizeError(error);
      if (known.status >= 500) request.log.error({ err: error }, 'an answer failed');
      stream.send('error', toErrorBody(known, request));
    } finally {
      stream.end();
    }
    return undefined;
  });
}
