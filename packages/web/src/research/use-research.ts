import type { BodyOf, ResearchNodeEvent } from '@lectern/contracts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, createUnreachable } from '../api/api-error.ts';
import { stream } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import type { LiveRun } from './live-run.ts';
import { addNodeEvent } from './node-progress.ts';
import { researchRunsQuery } from './research-runs.ts';

export type ResearchBody = BodyOf<'research'>;

/** Runs research and follows its events. `onDone` gets the id of the finished run. */
export function useResearch(onDone: (id: string) => void) {
  const [run, setRun] = useState<LiveRun>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const follow = async (query: string, open: (signal: AbortSignal) => ReturnType<typeof ask>) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    const change = (next: Partial<LiveRun>) =>
      setRun((now) => (now && !signal.aborted ? { ...now, ...next } : now));
    setRun({ ...emptyRun, query });
    let hasEnded = false;
    try {
      for await (const { event, data } of open(signal)) {
        if (event === 'node') setRun((now) => now && { ...now, ...applyNodeEvent(now, data) });
        if (event === 'partial') change({ tables: data.tables });
        hasEnded ||= event === 'error' || event === 'done';
        if (event === 'error') change({ error: toError(data.error), isRunning: false });
        if (event === 'done') {
          change({ result: data, isRunning: false });
          onDone(data.checkpoint_id);
        }
      }
      // The suite stopped; the history has the run, which can be continued.
      if (!hasEnded) change({ error: createUnreachable() });
    } catch (error) {
      if (!signal.aborted) change({ error: error as Error });
    } finally {
      change({ isRunning: false });
      void refreshQueries(researchRunsQuery);
    }
  };

  return {
    run,
    start: (body: ResearchBody) => follow(body.query, (signal) => ask(body, signal)),
    resume: (id: string, query: string) =>
      follow(query, (signal) => stream('resumeResearch', { params: { id }, body: {}, signal })),
    stop: () => {
      abort.current?.abort();
      setRun((now) => now && { ...now, isRunning: false });
    },
    clear: () => setRun(undefined),
  };
}

const emptyRun: LiveRun = {
  query: '',
  isRunning: true,
  progress: {},
  frame: undefined,
  tables: undefined,
  result: undefined,
  error: undefined,
};

function ask(body: ResearchBody, signal: AbortSignal) {
  return stream('research', { body, signal });
}

function applyNodeEvent(now: LiveRun, event: ResearchNodeEvent): Partial<LiveRun> {
  return {
    progress: addNodeEvent(now.progress, event),
    ...(event.frame && { frame: event.frame }),
  };
}

function toError({
  code,
  message,
  request_id,
}: {
  code: string;
  message: string;
  request_id: string;
}) {
  return new ApiError({ code, status: 500, message, requestId: request_id });
}
