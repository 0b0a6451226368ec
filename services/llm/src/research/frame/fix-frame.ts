import { namesSomething, type ResearchFrame, researchFrameSchema } from '@lectern/contracts';
import { planNodes, routeQuestion } from '../nodes/route-question.ts';
import type { ResearchConfig } from '../research-state.ts';
import { changeFrame } from './change-frame.ts';
import { fitAside } from './fit-entities.ts';
import { fitLengths } from './fit-lengths.ts';

const { time_budget_ms, parallel_limit } = researchFrameSchema.shape;
/** Of a run whose caller names none. */
export const defaultBudgetMs = time_budget_ms.parse(undefined);
export const defaultParallelLimit = parallel_limit.parse(undefined);

/** A frame with what the caller fixed, and the way that follows from it. */
export function fixFrame(
  read: ResearchFrame,
  { fetch_policy, time_budget_ms, frame_changes }: ResearchConfig,
): ResearchFrame {
  const changed = setNothingAside(changeFrame(read, frame_changes ?? {}));
  const { nct_ids, similar_to } = changed.entities;
  const frame = {
    ...changed,
    // Of a study that others are to be like, the record says what it is of.
    entities: { ...changed.entities, nct_ids: [...new Set([...nct_ids, ...similar_to])] },
    ...(fetch_policy && { fetch_policy }),
    ...(time_budget_ms && { time_budget_ms }),
  };
  const fitting = fitLengths(frame);
  return { ...fitting, node_path: [...planNodes(routeQuestion(fitting))] };
}

/** A frame whose names all name something: with one that does not, every record would be found. */
function setNothingAside(frame: ResearchFrame): ResearchFrame {
  const { conditions, interventions, sponsors, terms } = frame.entities;
  const names = { conditions, interventions, sponsors, terms };
  const aside = Object.values(names)
    .flat()
    .filter((name) => !namesSomething(name))
    .map((name) => name.toLowerCase());
  if (aside.length === 0) return frame;
  const kept = Object.entries(names).map(([name, values]) => [name, values.filter(namesSomething)]);
  return {
    ...frame,
    entities: { ...frame.entities, ...Object.fromEntries(kept) },
    unused: fitAside([...frame.unused, ...aside]),
  };
}
