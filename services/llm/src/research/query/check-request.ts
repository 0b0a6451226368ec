import {
  AppError,
  type ParsedResearchRequest,
  type ResearchFilters,
  researchFiltersSchema,
} from '@lectern/contracts';
import { changeFrame, findTooLong } from './complete-frame.ts';
import { readQuery } from './read-query.ts';

/** The other end of each range of a frame. */
const otherEnd: Readonly<Record<string, keyof ResearchFilters>> = {
  date_to: 'date_from',
  max_enrollment: 'min_enrollment',
};

/**
 * Rejects frame changes that contradict the rest of the frame, before the run begins.
 * @throws AppError `invalid_request`, which names the field.
 */
export function checkRequest({ query, frame, frame_changes }: ParsedResearchRequest): void {
  if (!frame && !frame_changes) return;
  const merged = changeFrame(frame ?? readQuery(query), frame_changes ?? {});
  const changed: Partial<ResearchFilters> = frame_changes?.filters ?? {};
  for (const { path, message } of researchFiltersSchema.safeParse(merged.filters).error?.issues ??
    []) {
    const end = String(path[0]) as keyof ResearchFilters;
    const other = otherEnd[end] ?? end;
    if (changed[end] != null) reject(`frame_changes.filters.${end}`, message);
    if (changed[other] != null) reject(`frame_changes.filters.${other}`, `${end} ${message}`);
  }
  const tooLong = findTooLong(merged);
  const list = tooLong?.lists.find((name) => frame || frame_changes?.entities?.[name]);
  if (!tooLong || !list) return;
  const part = frame_changes?.entities?.[list] ? 'frame_changes' : 'frame';
  reject(`${part}.entities.${list}`, tooLong.problem);
}

function reject(field: string, problem: string): never {
  throw new AppError('invalid_request', `${field}: ${problem}`, { details: { field } });
}
