import { describe, expect, it } from '@jest/globals';
import { publication } from '../../../test/research-records.ts';
import { completePages } from '../../bibtex/complete-pages.ts';
import { readQuery } from '../query/read-query.ts';
import { startState } from '../research-state.ts';
import { toResponse } from '../runs/run-research.ts';
import { buildTables } from '../synthesis/build-tables.ts';
import { exportRun } from './export-run.ts';

describe('pages of a publication', () => {
  it.each([
    ['2310-5', '2310-2315'],
    ['198-205', '198-205'],
    ['1098-102', '1098-1102'],
    ['e123-e125', 'e123-e125'],
    ['e123-5', 'e123-e125'],
    ['S7-12', 'S7-S12'],
    ['iv-x', 'iv-x'],
    ['17', '17'],
    ['101-3, 110', '101-103, 110'],
  ])('are whole: %s', (written, whole) => {
    expect(completePages(written)).toBe(whole);
  });

  it.each([
    ['ris', 'SP  - 2310\r\nEP  - 2315\r\n'],
    ['bibtex', 'pages = {2310--2315}'],
  ] as const)('are whole in %s', (format, part) => {
    const journal = { ...publication.journal, pages: '2310-5' };
    const query = 'PMID 990000001';
    const state = startState({
      query,
      config: {
        collection_filter: null,
        fetch_policy: null,
        time_budget_ms: null,
        frame_changes: null,
      },
      frame: readQuery(query),
      orchestrator_checkpoint_id: '',
    });
    const tables = buildTables({
      ...state,
      pubmed_results: {
        pmids: [publication.pmid],
        total: 1,
        publications: [{ ...publication, journal }],
        not_found: [],
      },
    });
    const run = toResponse({ ...state, tables }, { query });
    expect(exportRun(run, format).text).toContain(part);
  });
});
