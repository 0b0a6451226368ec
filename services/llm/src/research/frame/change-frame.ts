import type { ResearchFrame, ResearchFrameChanges } from '@lectern/contracts';

/** The frame with a person's choices in place of what was read. Words that became terms are used. */
export function changeFrame(
  frame: ResearchFrame,
  { intent, entities, filters }: ResearchFrameChanges,
): ResearchFrame {
  const changed = {
    ...frame,
    ...(intent && { intent }),
    entities: { ...frame.entities, ...withoutUndefined(entities) },
    filters: { ...frame.filters, ...withoutUndefined(filters) },
  };
  const searched = Object.values(changed.entities).flat().join(' ').toLowerCase();
  return { ...changed, unused: frame.unused.filter((words) => !searched.includes(words)) };
}

type Given<Part> = { [Name in keyof Part]?: Exclude<Part[Name], undefined> };

function withoutUndefined<Part extends object>(part: Part | undefined): Given<Part> {
  const given = Object.entries(part ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<Part>;
}
