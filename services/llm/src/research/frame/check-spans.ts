import {
  AppError,
  isSizeSpan,
  isSpan,
  type ParsedResearchRequest,
  type ResearchFilters,
} from '@lectern/contracts';
import { changeFrame } from './change-frame.ts';
import { readQuestion } from './read-question.ts';

/**
 * Refuses a changed date or size of studies that leaves nothing together with the other one, which
 * the question or the given frame names. Both are read by rules alone, so this needs no model.
 * @throws AppError `invalid_request`, which names the field.
 */
export function checkSpans({ query, frame, frame_changes }: ParsedResearchRequest): void {
  const changed = frame_changes?.filters;
  if (!changed) return;
  const merged = changeFrame(frame ?? readQuestion(query), { filters: changed }).filters;
  checkDates(changed, merged);
  checkSizes(changed, merged);
}

type Changed = Partial<ResearchFilters>;

function checkDates(changed: Changed, { date_from, date_to }: ResearchFilters): void {
  if (!changed.date_from && !changed.date_to) return;
  if (isSpan(date_from, date_to)) return;
  if (changed.date_to) refuse('date_to', `must not be before date_from, which is ${date_from}`);
  refuse('date_from', `must not be after date_to, which is ${date_to}`);
}

function checkSizes(changed: Changed, merged: ResearchFilters): void {
  if (isSizeSpan(merged)) return;
  const { min_enrollment: min, max_enrollment: max } = merged;
  if (typeof changed.max_enrollment === 'number') {
    refuse('max_enrollment', `must not be below min_enrollment, which is ${min}`);
  }
  refuse('min_enrollment', `must not be above max_enrollment, which is ${max}`);
}

function refuse(name: keyof ResearchFilters, problem: string): never {
  const field = `frame_changes.filters.${name}`;
  throw new AppError('invalid_request', `${field}: ${problem}`, { details: { field } });
}
