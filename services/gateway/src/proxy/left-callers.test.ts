import { describe, expect, it } from '@jest/globals';
import { afterLeaving } from '@lectern/testing';
import type { Request, Response } from 'express';
import { OpenCalls } from '../rate-limits/open-calls.ts';
import { forward } from './forward.ts';
import { trackResponses } from './proxy-routes.ts';
import type { Upstream } from './upstream.ts';

/** Each tells whether it let go of what it held for the answer. */
const holders: Record<string, (request: Request, response: Response) => Promise<boolean>> = {
  'a call that is counted as open': async (_request, response) => {
    const limits = { perPerson: 1, perOrganisation: 1, countOthers: () => 0 };
    const calls = new OpenCalls({ quota: 'streams', ...limits });
    const principal = { userId: 'ada', organisationId: 'lamps' };
    calls.enter(principal as Parameters<OpenCalls['enter']>[0], response);
    return calls.countAll('lamps') === 0;
  },
  'an endless answer': async (request, response) => {
    const open = new Set<Response>();
    trackResponses(open)(request, response, () => {});
    return open.size === 0;
  },
  'a request that is passed on': async (request, response) => {
    let isAborted = false;
    const pool = {
      stream: async ({ signal }: { signal: AbortSignal }) => {
        isAborted = signal.aborted;
        throw signal.reason;
      },
    };
    const upstream = { name: 'rag', pool, basePath: '' } as unknown as Upstream;
    const rest = { path: '/rag', token: 't', maxBodyBytes: undefined, maxWaitMs: 60_000 };
    await forward(request, response, { upstream, ...rest });
    return isAborted;
  },
};

describe('what the gateway holds for an answer', () => {
  it.each(Object.entries(holders))(
    'is let go when its caller had left before: %s',
    async (_, isOver) => {
      const left = afterLeaving(
        ({ request, response }) => isOver(request as Request, response as Response),
        { body: '' },
      );
      expect(await left).toBe(true);
    },
  );
});
