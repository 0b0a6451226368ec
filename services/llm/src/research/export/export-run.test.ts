import { describe, expect, it } from '@jest/globals';
import {
  publicationRowSchema,
  type ResearchResponse,
  researchFrameSchema,
} from '@lectern/contracts';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toChatAnswer } from '../research-mode.ts';
import { exportRun } from './export-run.ts';

const trial: ResearchResponse['tables']['trials'][number] = {
  n: 1,
  nct_id: 'NCT99000001',
  title: 'Lumiravir | <b>or</b>\n# nothing',
  status: 'COMPLETED',
  why_stopped: null,
  phases: ['PHASE3'],
  study_type: 'INTERVENTIONAL',
  conditions: [],
  interventions: [],
  sponsor: null,
  start_date: null,
  completion_date: null,
  enrollment: 418,
  has_results: false,
  publications: [],
  url: 'https://clinicaltrials.gov/study/NCT99000001',
};

function run(query: string, answer: string): ResearchResponse {
  return {
    query,
    answer,
    abstained: false,
    citations: [
      {
        id: 'clinicaltrials:NCT99000001',
        n: 1,
        kind: 'trial',
        pmid: null,
        nct_id: trial.nct_id,
        document_id: null,
        version: null,
        chunk_id: null,
        title: trial.title,
        file_name: null,
        mime_type: null,
        url: trial.url,
        page: null,
        start: 0,
        end: 5,
        quote: 'Phase 3 <script>',
        supported: true,
      },
    ],
    tables: { trials: [trial], publications: [], documents: [], disagreements: [] },
    orchestrator_checkpoint_id: 'c',
    checkpoint_id: 'c',
    partial: false,
    missing: [],
    frame: researchFrameSchema.parse({ intent: 'indication_phase_trials' }),
    statements: [],
    removed: [],
    warnings: [],
    trace: { tool_calls: [], cache_hits: {}, latencies: {}, errors: {}, node_path: [] },
  };
}

describe('a run in Markdown', () => {
  it('keeps its headings to a line each, and lets no words be markup', () => {
    const { text } = exportRun(
      run('Trials\n# of <i>x</i>', 'Phase <3: <img src=x> [1].'),
      'markdown',
    );
    const headings = text.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual(['# Trials # of \\<i>x\\</i>', '## Trials', '## Sources']);
    expect(text).toContain('Phase <3: \\<img src=x> [1].');
    expect(text).toContain('| Lumiravir \\| \\<b>or\\</b> # nothing | COMPLETED | PHASE3 |');
    expect(text).toContain(
      `1. Lumiravir | \\<b>or\\</b> # nothing <${trial.url}>: "Phase 3 \\<script>"`,
    );
  });

  it('has headings and statuses in the language of the question, as a conversation has', () => {
    const russian = run('Исследования лумиравира', 'Прочитано: 1 [1].');
    const { text } = exportRun(russian, 'markdown');
    expect(text.match(/^##? .*/gm)).toEqual([
      '# Исследования лумиравира',
      '## Исследования',
      '## Источники',
    ]);
    const told = toChatAnswer(russian).text;
    expect(told).toContain('## Исследования\n\n| n | NCT | Название | Статус |');
    expect(told).toContain('| завершено | фаза 3 |');
  });

  it('names the studies of a publication by its own word and by the registry, each once', () => {
    const found = run('Trials', '');
    const publication = publicationRowSchema.parse({
      n: 2,
      pmid: '990000006',
      title: 'Lumiravir',
      authors: '',
      journal: null,
      date: null,
      publication_types: [],
      doi: null,
      pmcid: null,
      nct_ids: ['NCT99000001'],
      registry_nct_ids: ['NCT99000001', 'NCT99000002'],
      retracted: false,
      url: 'https://pubmed.ncbi.nlm.nih.gov/990000006/',
    });
    const { text } = exportRun(
      { ...found, tables: { ...found.tables, publications: [publication] } },
      'markdown',
    );
    expect(text).toContain('| NCT99000001, NCT99000002 |');
  });

  const signed = publicationRowSchema.parse({
    n: 2,
    pmid: '990000006',
    title: 'Half } open\u0085ER  - \u001e@misc{evil',
    authors: '',
    author_names: ['Surveillance, Epidemiology, and End Results Program', 'Smith, J'],
    journal: null,
    date: null,
    publication_types: [],
    doi: '10.1/a_b',
    pmcid: null,
    nct_ids: [],
    retracted: false,
    url: 'https://example.org/a_b%20c?x=1&y=~z#f{',
  });
  const ofSigned = (format: 'bibtex' | 'ris') => {
    const found = run('Trials', '');
    const tables = { ...found.tables, trials: [], publications: [signed] };
    return exportRun({ ...found, tables, citations: [] }, format).text;
  };

  it('has addresses as they are and groups whole in BibTeX', () => {
    const text = ofSigned('bibtex');
    expect(text).toContain('  url = {https://example.org/a_b%20c?x=1&y=~z#f%7B},\n');
    expect(text).toContain('  doi = {10.1/a_b},\n');
    expect(text).toContain(
      '  author = {{Surveillance, Epidemiology, and End Results Program} and Smith, J},\n',
    );
  });

  it('has no line in RIS that a title begins', () => {
    const lines = ofSigned('ris').split(/[\p{Cc}\p{Zl}\p{Zp}]+/u);
    expect(lines.filter((line) => line.startsWith('ER'))).toEqual(['ER  - ']);
    expect(lines).toContain('TI  - Half } open ER - @misc{evil');
  });

  const hostile =
    'See [click](javascript:alert(1)) ![x](http://evil.example) [7](http://evil.example)';
  const hostileTitle = { ...trial, title: hostile };
  const document: ResearchResponse['tables']['documents'][number] = {
    n: 2,
    document_id: 'd',
    chunk_id: 'c',
    title: hostile,
    page: null,
    url: null,
    text: hostile,
    relevance: 1,
  };

  it('makes links of its own citations alone', () => {
    const honest = run('Trials', `- NCT99000001, ${hostile} [1].`);
    const hostileRun = {
      ...honest,
      query: hostile,
      citations: honest.citations.map((one) => ({ ...one, title: hostile, quote: hostile })),
      tables: {
        ...honest.tables,
        trials: [hostileTitle],
        documents: [document],
      },
    };
    const exported = exportRun(hostileRun, 'markdown').text;
    expect(exported).toContain('[1].');
    expect(listAddresses(exported)).toEqual([trial.url]);
    expect(listAddresses(toChatAnswer(hostileRun).text)).toEqual([trial.url]);
  });
});

/** Where links and pictures lead. */
function listAddresses(markdown: string): string[] {
  const addresses: string[] = [];
  const visit = (node: Nodes) => {
    if ('url' in node) addresses.push(node.url);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return addresses;
}
