import { AppError, isSpan, type ParsedResearchRequest } from '@lectern/contracts';
import { changeFrame } from './change-frame.ts';
import { readQuestion } from './read-question.ts';

/**
 * Refuses a changed date that leaves no day together with the other one, which the question or the
 * given frame names. Dates are read by rules alone, so this needs no model.
 * @throws AppError `invalid_request`, which names the field.
 */
export function checkDates({ query, frame, frame_changes }: ParsedResearchRequest): void {
  const changed = frame_changes?.filters;
  if (!changed?.date_from && !changed?.date_to) return;
  const { date_from, date_to } = changeFrame(frame ?? readQuestion(query), {
    filters: changed,
  }).filters;
  if (isSpan(date_from, date_to)) return;
  const [name, problem] = changed.date_to
    ? ['date_to', `must not be before date_from, which is ${date_from}`]
    : ['date_from', `must not be after date_to, which is ${date_to}`];
  const field = `frame_changes.filters.${name}`;
  throw new AppError('invalid_request', `${field}: ${problem}`, { details: { field } });
}
