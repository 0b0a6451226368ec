import {
  maxFrameWordLength,
  maxPubmedQueryLength,
  maxRegistryWordsLength,
  maxUnusedWords,
  namesSomething,
  type ResearchEntities,
  type ResearchFrame,
  type ResearchFrameChanges,
  researchFrameSchema,
} from '@lectern/contracts';
import { planNodes, routeQuestion } from '../nodes/route-question.ts';
import { toPubmedQuery } from '../nodes/to-pubmed-query.ts';
import { toRegistrySearch } from '../nodes/to-registry-search.ts';
import type { ResearchConfig } from '../research-state.ts';

const { time_budget_ms, parallel_limit } = researchFrameSchema.shape;
export const defaultBudgetMs = time_budget_ms.parse(undefined);
export const defaultParallelLimit = parallel_limit.parse(undefined);

/** Lays the caller's choices over a frame that was read, and adds the path that follows from it. */
export function completeFrame(
  read: ResearchFrame,
  { fetch_policy, time_budget_ms, frame_changes }: ResearchConfig,
): ResearchFrame {
  const changed = dropEmptyNames(changeFrame(read, frame_changes ?? {}));
  const frame = dropExcessNames({
    ...changed,
    ...(fetch_policy && { fetch_policy }),
    ...(time_budget_ms && { time_budget_ms }),
  });
  return { ...frame, node_path: [...planNodes(routeQuestion(frame))] };
}

/** Replaces parts of a frame. Words that became terms are no longer unused. */
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
  const unused = frame.unused.filter((words) => !searched.includes(words.toLowerCase()));
  return { ...changed, unused };
}

type Given<Part> = { [Name in keyof Part]?: Exclude<Part[Name], undefined> };

function withoutUndefined<Part extends object>(part: Part | undefined): Given<Part> {
  const given = Object.entries(part ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<Part>;
}

const nameLists = ['conditions', 'interventions', 'sponsors', 'terms'] as const;

/** Drops names without a letter or digit, which would match every record. */
function dropEmptyNames(frame: ResearchFrame): ResearchFrame {
  const dropped = nameLists
    .flatMap((list) => frame.entities[list])
    .filter((name) => !namesSomething(name));
  if (dropped.length === 0) return frame;
  const kept = nameLists.map((list) => [list, frame.entities[list].filter(namesSomething)]);
  return {
    ...frame,
    entities: { ...frame.entities, ...Object.fromEntries(kept) },
    unused: addUnused(frame.unused, dropped),
  };
}

/** Drops names that exceed the query length of a service. */
function dropExcessNames(frame: ResearchFrame): ResearchFrame {
  const list = findTooLong(frame)?.lists[0];
  if (!list) return frame;
  return dropExcessNames({
    ...frame,
    entities: { ...frame.entities, [list]: frame.entities[list].slice(0, -1) },
    unused: addUnused(frame.unused, frame.entities[list].slice(-1)),
  });
}

function addUnused(unused: readonly string[], words: readonly string[]): string[] {
  const added = words.map((word) => word.toLowerCase().trim().slice(0, maxFrameWordLength));
  return [...new Set([...unused, ...added])].filter(Boolean).slice(0, maxUnusedWords);
}

export interface TooLong {
  /** The lists that may be shortened, the longest first. */
  readonly lists: readonly (keyof ResearchEntities)[];
  readonly problem: string;
}

const registryFields: Readonly<Record<string, keyof ResearchEntities>> = {
  condition: 'conditions',
  intervention: 'interventions',
  sponsor: 'sponsors',
  term: 'terms',
};

/** Finds names that are longer together than a service accepts. */
export function findTooLong(frame: ResearchFrame): TooLong | undefined {
  const { branches } = routeQuestion(frame);
  const search = (branches.includes('ctgov_search') && toRegistrySearch(frame)) || {};
  const [, list] =
    Object.entries(registryFields).find(
      ([field]) => String(search[field] ?? '').length > maxRegistryWordsLength,
    ) ?? [];
  if (list) {
    const problem = `must have at most ${maxRegistryWordsLength} characters together for ClinicalTrials.gov`;
    return { lists: [list], problem };
  }
  const query = (branches.includes('publications') && toPubmedQuery(frame)) || '';
  if (query.length <= maxPubmedQueryLength) return undefined;
  const lengthOf = (name: keyof ResearchEntities) => frame.entities[name].join(' ').length;
  const searched = ['conditions', 'interventions', 'terms', 'nct_ids', 'sponsors'] as const;
  const problem = `must have at most ${maxPubmedQueryLength} characters together with the other names for PubMed`;
  return { lists: searched.toSorted((a, b) => lengthOf(b) - lengthOf(a)), problem };
}
