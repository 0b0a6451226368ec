import type { ResearchResponse } from '@lectern/contracts';
import type { Api } from '../../suite/api.ts';

/** A question whose trials, publications and links the recorded services have. */
export const joined = 'Trials of lumiravir in Marlow fever and the papers that report them';
/** Time enough for a busy machine. */
export const unhurried = { time_budget_ms: 60_000 };

export interface Asked {
  readonly call: string;
  readonly run: ResearchResponse;
}

/** @throws Error when the answer is no success. */
export async function ask(api: Api, query: string, more: object = unhurried): Promise<Asked> {
  const json = { query, ...more };
  const { status, body } = await api.request('POST', '/api/research', { json, timeoutMs: 90_000 });
  const call = `POST /api/research ${JSON.stringify(json)}`;
  if (status !== 200) throw new Error(`${call} gave ${status} ${JSON.stringify(body)}`);
  return { call, run: body };
}
