import type { Answer } from '../../suite/api.ts';
import type { Finding } from '../subject.ts';

/** What a clause found; an answer that is no text is shown as JSON. */
export function found(call: string, answer: unknown, holds: boolean): Finding {
  return { call, answer: typeof answer === 'string' ? answer : JSON.stringify(answer), holds };
}

/** Status and body of an answer. */
export function show({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`;
}

/** Whether two lists of texts or numbers are the same in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
