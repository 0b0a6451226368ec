import type { ResearchResponse } from '@lectern/contracts';
import type { Api } from '../../suite/api.ts';
import type { Finding } from '../define-cases.ts';

/** A question whose trials, publications and links the recorded services have. */
export const joined = 'Trials of lumiravir in Marlow fever and the papers that report them';
/** Time enough for a busy machine. */
export const unhurried = { time_budget_ms: 60_000 };

export interface Asked {
  readonly call: string;
  readonly run: ResearchResponse;
  readonly tookMs: number;
}

/** @throws Error when the answer is no success. */
export async function ask(api: Api, query: string, more: object = unhurried): Promise<Asked> {
  const started = performance.now();
  const json = { query, ...more };
  const { status, body } = await api.request('POST', '/api/research', { json, timeoutMs: 90_000 });
  const call = `POST /api/research ${JSON.stringify(json)}`;
  if (status !== 200) throw new Error(`${call} gave ${status} ${JSON.stringify(body)}`);
  return { call, run: body, tookMs: Math.round(performance.now() - started) };
}

export function found(call: string, answer: unknown, holds: boolean): Finding {
  return { call, answer: typeof answer === 'string' ? answer : JSON.stringify(answer), holds };
}

export const listNctIds = ({ tables }: ResearchResponse) =>
  tables.trials.map(({ nct_id }) => nct_id).sort();
export const listPmids = ({ tables }: ResearchResponse) =>
  tables.publications.map(({ pmid }) => pmid).sort();

/** Numbers of records in the text that no table names. */
export function listInvented({ answer, tables, query }: ResearchResponse): readonly string[] {
  const known = JSON.stringify(tables) + query;
  return (answer.match(/\bNCT\d{8}\b|\b\d{7,9}\b/g) ?? []).filter((id) => !known.includes(id));
}

/** To the byte, the order of members included. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);
