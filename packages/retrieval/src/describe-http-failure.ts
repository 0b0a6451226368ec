import { type ModelProblem, toModelProblem } from '@lectern/contracts';
import { isAxiosError } from 'axios';

export interface HttpFailure {
  /** For a log: without a key, a text and anything that the server wrote. */
  readonly reason: string;
  readonly problem: ModelProblem;
}

/** Describes why a call of a model's server failed. */
export function describeHttpFailure(error: unknown): HttpFailure {
  if (!isAxiosError(error)) return { reason: 'the call failed', problem: 'wrong_answer' };
  const { response, code } = error;
  if (response) return describeStatus(response.status);
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
    return { reason: 'it did not answer in time', problem: 'too_slow' };
  }
  const reason = `it cannot be reached${code ? ` (${code})` : ''}`;
  return { reason, problem: 'unreachable' };
}

export function describeStatus(status: number): HttpFailure {
  return { reason: `it answered ${status}`, problem: toModelProblem(status) };
}
