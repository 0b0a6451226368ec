import {
  AppError,
  isSizeSpan,
  isSpan,
  type ParsedResearchRequest,
  type ResearchFilters,
} from '@lectern/contracts';
import { changeFrame, findTooLong } from './complete-frame.ts';
import { readQuery } from './read-query.ts';

/**
 * Rejects frame changes that contradict the rest of the frame, before the run begins.
 * @throws AppError `invalid_request`, which names the field.
 */
export function checkRequest({ query, frame, frame_changes }: ParsedResearchRequest): void {
  if (!frame && !frame_changes) return;
  const merged = changeFrame(frame ?? readQuery(query), frame_changes ?? {});
  const changed = frame_changes?.filters;
  if (changed) {
    checkDates(changed, merged.filters);
    checkSizes(changed, merged.filters);
  }
  const tooLong = findTooLong(merged);
  const list = tooLong?.lists.find((name) => frame || frame_changes?.entities?.[name]);
  if (!tooLong || !list) return;
  const part = frame_changes?.entities?.[list] ? 'frame_changes' : 'frame';
  reject(`${part}.entities.${list}`, tooLong.problem);
}

type Changed = Partial<ResearchFilters>;

function checkDates(changed: Changed, { date_from, date_to }: ResearchFilters): void {
  if ((!changed.date_from && !changed.date_to) || isSpan(date_from, date_to)) return;
  if (changed.date_to) {
    rejectFilter('date_to', `must not be before date_from, which is ${date_from}`);
  }
  rejectFilter('date_from', `must not be after date_to, which is ${date_to}`);
}

function checkSizes(changed: Changed, merged: ResearchFilters): void {
  if (isSizeSpan(merged)) return;
  const { min_enrollment: min, max_enrollment: max } = merged;
  if (typeof changed.max_enrollment === 'number') {
    rejectFilter('max_enrollment', `must not be below min_enrollment, which is ${min}`);
  }
  rejectFilter('min_enrollment', `must not be above max_enrollment, which is ${max}`);
}

function rejectFilter(name: keyof ResearchFilters, problem: string): never {
  reject(`frame_changes.filters.${name}`, problem);
}

function reject(field: string, problem: string): never {
  throw new AppError('invalid_request', `${field}: ${problem}`, { details: { field } });
}
