import type { Answer } from '../../suite/api.ts';
import type { Finding } from '../define-cases.ts';

/** Status and code of a refusal, or the status alone. */
export function tell({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const error = body?.error;
  const code = typeof error === 'string' ? error : error?.code;
  const details = error?.details ? ` ${JSON.stringify(error.details)}` : '';
  return code ? `${status} ${code}${details}` : String(status);
}

/** A call that must be answered with one of these. */
export function answered(call: string, answer: Answer, ...statuses: readonly number[]): Finding {
  return { call, answer: tell(answer), holds: statuses.includes(answer.status) };
}

/** Several calls, each of which must be answered with this status. */
export function allAnswered(
  answers: readonly (readonly [call: string, answer: Pick<Answer, 'status' | 'body'>])[],
  status: number,
): Finding {
  const others = answers.filter(([, answer]) => answer.status !== status);
  return {
    call: `${answers.length} calls: ${answers.map(([call]) => call).join(', ')}`,
    answer:
      others.length === 0
        ? `${answers.length} × ${tell(answers[0]?.[1] ?? { status, body: undefined })}`
        : others.map(([call, answer]) => `${call}: ${tell(answer)}`).join(', '),
    holds: others.length === 0 && answers.length > 0,
  };
}

/** How often each status came. */
export function countStatuses(answers: readonly { readonly status: number }[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ');
}
