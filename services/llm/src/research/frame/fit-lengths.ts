import {
  AppError,
  maxPubmedQueryLength,
  maxRegistryWordsLength,
  type ParsedResearchRequest,
  type ResearchEntities,
  type ResearchFrame,
} from '@lectern/contracts';
import { routeQuestion } from '../nodes/route-question.ts';
import { toPubmedQuery } from '../nodes/to-pubmed-query.ts';
import { toRegistrySearch } from '../nodes/to-registry-search.ts';
import { changeFrame } from './change-frame.ts';
import { fitAside } from './fit-entities.ts';
import { readQuestion } from './read-question.ts';

type Name = keyof ResearchEntities;

/** Lists of names that are longer together than a service takes. */
interface TooLong {
  readonly names: readonly Name[];
  readonly problem: string;
}

const registryFields: Readonly<Record<string, Name>> = {
  condition: 'conditions',
  intervention: 'interventions',
  sponsor: 'sponsors',
  term: 'terms',
};

function findTooLong(frame: ResearchFrame): TooLong | undefined {
  const { branches } = routeQuestion(frame);
  const search = (branches.includes('ctgov_search') && toRegistrySearch(frame)) || {};
  const [, list] =
    Object.entries(registryFields).find(
      ([field]) => String(search[field] ?? '').length > maxRegistryWordsLength,
    ) ?? [];
  if (list) {
    const problem = `must have at most ${maxRegistryWordsLength} characters together for ClinicalTrials.gov`;
    return { names: [list], problem };
  }
  const query = (branches.includes('publications') && toPubmedQuery(frame)) || '';
  if (query.length <= maxPubmedQueryLength) return undefined;
  const searched = ['conditions', 'interventions', 'terms', 'nct_ids', 'sponsors'] as const;
  const names = searched.toSorted((a, b) => lengthOf(frame, b) - lengthOf(frame, a));
  const problem = `must have at most ${maxPubmedQueryLength} characters together with the other names for PubMed`;
  return { names, problem };
}

function lengthOf({ entities }: ResearchFrame, name: Name): number {
  return entities[name].join(' ').length;
}

/**
 * Refuses names that are longer together than a service takes, where the caller gives them.
 * @throws AppError `invalid_request`, which names the longest list and its bound.
 */
export function checkLengths({ query, frame, frame_changes }: ParsedResearchRequest): void {
  if (!frame && !frame_changes?.entities) return;
  const tooLong = findTooLong(changeFrame(frame ?? readQuestion(query), frame_changes ?? {}));
  const list = tooLong?.names.find((name) => frame || frame_changes?.entities?.[name]);
  if (!tooLong || !list) return;
  const part = frame_changes?.entities?.[list] ? 'frame_changes' : 'frame';
  const field = `${part}.entities.${list}`;
  throw new AppError('invalid_request', `${field}: ${tooLong.problem}`, { details: { field } });
}

/** A frame without the names that no service would take beside the others; they are set aside. */
export function fitLengths(frame: ResearchFrame): ResearchFrame {
  const name = findTooLong(frame)?.names[0];
  if (!name) return frame;
  const kept = frame.entities[name].slice(0, -1);
  const left = frame.entities[name].slice(-1).map((words) => words.toLowerCase());
  return fitLengths({
    ...frame,
    entities: { ...frame.entities, [name]: kept },
    unused: fitAside([...frame.unused, ...left]),
  });
}
