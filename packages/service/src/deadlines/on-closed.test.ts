import { describe, expect, it } from '@jest/globals';
import { afterLeaving, type LeftRequest } from '@lectern/testing';
import type { Request, Response } from 'express';
import { openEventStream } from '../http/sse.ts';
import { cutWhenRevoked } from '../identity/cut-when-revoked.ts';
import type { Revocations } from '../identity/revocations.ts';
import { onClosed } from './on-closed.ts';
import { startDeadline } from './start-deadline.ts';

/** Each tells whether it let go of what it held for the answer. */
const holders: Record<
  string,
  (request: Request, response: Response, left: LeftRequest) => boolean
> = {
  'the listener itself': (_request, response) => {
    let isOver = false;
    onClosed(response, () => {
      isOver = true;
    });
    return isOver;
  },
  'a deadline': (request, response) => startDeadline(request, response, 60_000).signal.aborted,
  'an event stream': (request, response, { app }) =>
    openEventStream(request, response).signal.aborted && app.listenerCount('closing') === 0,
  'a watch for revocations': (_request, response) => {
    let watching = 0;
    const revocations: Pick<Revocations, 'watch'> = {
      watch: () => {
        watching += 1;
        return () => {
          watching -= 1;
        };
      },
    };
    cutWhenRevoked(revocations as Revocations, {} as never, response);
    return watching === 0;
  },
};

describe('what is held for an answer', () => {
  it.each(Object.entries(holders))(
    'is let go when its caller had left before: %s',
    async (_, isOver) => {
      const left = afterLeaving((all) =>
        isOver(all.request as Request, all.response as Response, all),
      );
      expect(await left).toBe(true);
    },
  );
});
