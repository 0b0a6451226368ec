import { isDeepStrictEqual } from 'node:util';
import type { AcceptanceCase } from '../define-cases.ts';
import {
  ask,
  found,
  isSame,
  joined,
  listInvented,
  listNctIds,
  listPmids,
  unhurried,
} from './ask.ts';
import type { ResearchWorld } from './world.ts';

/** Answers and tables hold nothing but records of the run. */
export const records: readonly AcceptanceCase<ResearchWorld>[] = [
  {
    name: 'no number of a record in an answer that was not fetched',
    async ask({ api }) {
      const { call, run } = await ask(api, joined);
      const numbers = run.answer.match(/\bNCT\d{8}\b|\b\d{7,9}\b/g) ?? [];
      return found(call, run.answer, numbers.length > 0 && listInvented(run).length === 0);
    },
  },
  {
    name: 'a citation names its record and quotes it, the same live and stored',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Publications on lumiravir in Marlow fever');
      const [citation] = run.citations;
      const fetched = await api.request('GET', `/api/research/${run.checkpoint_id}`);
      const holds =
        run.citations.length > 0 &&
        run.citations.every(({ id, pmid, quote }) => id === `pubmed:${pmid}` && quote !== '') &&
        isDeepStrictEqual(fetched.body.result.citations, run.citations);
      return found(call, citation, holds);
    },
  },
  {
    name: 'trials are listed with the publications that name them or that they name',
    async ask({ api }) {
      const { call, run } = await ask(api, joined);
      const linked = run.tables.trials.map(({ nct_id, publications }) => [
        nct_id,
        publications.map(({ pmid, by }) => `${pmid} ${by}`),
      ]);
      const holds =
        JSON.stringify(linked).includes('["NCT99000001",["990000001 both"') &&
        JSON.stringify(linked).includes('["NCT99000002",["990000002 publication"');
      return found(call, linked, holds);
    },
  },
  {
    name: 'a table of trials has phase, status, sponsor, dates and participants of the record',
    async ask({ api }) {
      const { call, run } = await ask(api, 'What became of NCT99000001?');
      const [trial] = run.tables.trials;
      const holds =
        isSame(trial?.phases, ['PHASE3']) &&
        isSame(
          [trial?.status, trial?.sponsor, trial?.start_date, trial?.enrollment, trial?.has_results],
          ['COMPLETED', 'Invented Pharma AS', '2021-05-03', 418, true],
        );
      return found(call, trial, holds);
    },
  },
  {
    name: 'sources that disagree stand side by side',
    async ask({ api }) {
      const { call, run } = await ask(api, joined);
      const { disagreements } = run.tables;
      const sources = disagreements.flatMap(({ statements }) => statements.length);
      return found(
        call,
        disagreements,
        sources.some((count) => count > 1),
      );
    },
  },
  {
    name: 'a withdrawn trial is listed as withdrawn, with why',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Withdrawn trials of lumiravir');
      const [trial] = run.tables.trials;
      const holds = isSame(listNctIds(run), ['NCT99000003']) && Boolean(trial?.why_stopped);
      return found(call, trial, holds && /withdrawn/i.test(run.answer));
    },
  },
  {
    name: 'a retracted publication is said to be retracted',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Summarise PMID 990000003');
      const [row] = run.tables.publications;
      return found(call, run.answer, row?.retracted === true && /retracted/i.test(run.answer));
    },
  },
  {
    name: 'names outside of ASCII stay as they are',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Summarise PMID 990000001 and PMID 990000002');
      const names = run.tables.publications.flatMap(({ author_names }) => author_names);
      const holds = names.includes('Ørsted, Åse') && names.includes('Иванова, Мария');
      return found(call, names, holds);
    },
  },
  {
    name: 'a number without a record is said to have none',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Summarise PMID 77777777 and NCT77777777');
      const holds = run.abstained && listPmids(run).length + listNctIds(run).length === 0;
      return found(call, run.answer, holds && /no record of/i.test(run.answer));
    },
  },
  {
    name: 'zero hits are an abstention that says where nothing was found',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Trials of zorvex in gout and their publications');
      const says = ['ClinicalTrials.gov', 'PubMed'].every((name) => run.answer.includes(name));
      const holds = run.abstained && run.citations.length === 0 && !run.partial;
      return found(call, run.answer, holds && says);
    },
  },
  {
    name: 'a Russian question is answered in Russian over English records',
    async ask({ api }) {
      const { call, run } = await ask(api, 'Чем закончилось исследование NCT99000001?', unhurried);
      const holds = /Названных по номеру/.test(run.answer) && run.answer.includes('418');
      return found(call, run.answer, holds);
    },
  },
];
