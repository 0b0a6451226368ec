import type { ResearchFrame } from '@lectern/contracts';
import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, isSame, joined, listNctIds, unhurried } from './ask.ts';
import type { ResearchWorld } from './world.ts';

type Part = (frame: ResearchFrame) => unknown;

const read: readonly (readonly [string, Part, unknown])[] = [
  ['Phase 2 or 3 trials in asthma', ({ filters }) => filters.phases, ['PHASE2', 'PHASE3']],
  ['Исследования фазы 2 при астме', ({ filters }) => filters.phases, ['PHASE2']],
  ['What became of NCT99000001?', ({ entities }) => entities.nct_ids, ['NCT99000001']],
  ['Summarise PMID 990000001', ({ entities }) => entities.pmids, ['990000001']],
  [
    'Papers on asthma since 2020',
    ({ filters }) => [filters.date_from, filters.date_to],
    ['2020-01-01', null],
  ],
  [
    'Статьи об астме с 2019 по 2021 год',
    ({ filters }) => [filters.date_from, filters.date_to],
    ['2019-01-01', '2021-12-31'],
  ],
  ['Papers on severe asthma', ({ entities }) => entities.terms, ['severe asthma']],
  ['Испытания metformin при астме', ({ entities }) => entities.terms, ['metformin']],
  ['Recruiting trials in asthma', ({ filters }) => filters.statuses, ['RECRUITING']],
  ['Завершённые исследования при астме', ({ filters }) => filters.statuses, ['COMPLETED']],
  [
    'The 5 largest trials in asthma',
    ({ filters }) => [filters.max_trials, filters.trial_order],
    [5, 'largest'],
  ],
];

const reading = read.map(
  ([query, part, expected]): AcceptanceCase<ResearchWorld> => ({
    name: `reads "${query}"`,
    async ask({ api }) {
      const { call, run } = await ask(api, query);
      return found(call, part(run.frame), isSame(part(run.frame), expected));
    },
  }),
);

/** Checks how a question is read, and that its frame can be changed. */
export const frames: readonly AcceptanceCase<ResearchWorld>[] = [
  ...reading,
  {
    name: 'reads "last five years" as a span to today',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Papers on asthma of the last five years');
      const year = Number(run.frame.filters.date_from?.slice(0, 4));
      const holds = new Date().getFullYear() - year === 5;
      return found(call, run.frame.filters, holds);
    },
  },
  {
    name: 'a part of the frame is changed before the run',
    async ask({ api }) {
      const changes = { filters: { phases: ['PHASE2'] } };
      const query = 'Trials of lumiravir';
      const { call, run } = await ask(api, query, { ...unhurried, frame_changes: changes });
      const ids = listNctIds(run);
      return found(call, ids, isSame(ids, ['NCT99000002', 'NCT99000003']));
    },
  },
  {
    name: 'the frame of a past run is sent back, changed',
    async ask({ api }) {
      const { run: past } = await ask(api, joined);
      const frame = { ...past.frame, node_path: [], intent: 'indication_phase_trials' };
      const { run } = await ask(api, joined, { ...unhurried, frame });
      const answer = { intent: run.frame.intent, publications: run.tables.publications.length };
      const holds = isSame(answer, { intent: 'indication_phase_trials', publications: 0 });
      return found(`POST /api/research {"frame": ${JSON.stringify(frame)}}`, answer, holds);
    },
  },
  {
    name: 'words that are not searched for are told',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Испытания lumiravir при лихорадке');
      const codes = run.warnings.map(({ code }) => code);
      const holds = run.frame.unused.length > 0 && codes.includes('words_in_other_script');
      return found(call, { unused: run.frame.unused, codes }, holds);
    },
  },
];
