import { AppError, askRequestSchema } from '@lectern/contracts';
import {
  getPrincipal,
  normalizeError,
  openEventStream,
  requireScope,
  startDeadline,
  toErrorBody,
  validate,
  wantsEvents,
} from '@lectern/service';
import express, { Router } from 'express';
import { type AnswerDependencies, type AnswerListener, answerQuestion } from './answer-question.ts';

/** Longest turn, search included. */
const answerTimeoutMs = 300_000;

const silent: AnswerListener = { onRetrieval: () => {}, onText: () => {} };

export function createAnswerRoutes(dependencies: AnswerDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '2mb' });
  router.post('/chat', requireScope('chat'), json, async (request, response) => {
    const body = validate(askRequestSchema, request.body);
    const principal = getPrincipal(request);
    const deadline = startDeadline(request, response, answerTimeoutMs);
    const answer = async (listener: AnswerListener) => {
      try {
        return await answerQuestion(dependencies, principal, body, listener, deadline.signal);
      } catch (error) {
        throw deadline.passed
          ? new AppError('deadline_exceeded', undefined, { cause: error })
          : error;
      }
    };
    if (!wantsEvents(request)) {
      response.json(await answer(silent));
      return;
    }
    const stream = openEventStream(request, response);
    try {
      const done = await answer({
        onRetrieval: (found) => stream.send('retrieval', found),
        onText: (text) => stream.send('delta', { text }),
      });
      stream.send('done', done);
    } catch (error) {
      const known = normalizeError(error);
      if (known.status >= 500) request.log.error({ err: error }, 'an answer failed');
      stream.send('error', toErrorBody(known, request.id));
    } finally {
      stream.end();
    }
  });
  return router;
}
