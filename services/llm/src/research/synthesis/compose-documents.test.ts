import { describe, expect, it } from '@jest/globals';
import type { SearchDocumentsOutput } from '@lectern/contracts';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { readQuestion } from '../frame/read-question.ts';
import { startState } from '../research-state.ts';
import { compareDocuments } from './compare-documents.ts';
import { composeAnswer } from './compose-answer.ts';
import { keepAnswering } from './keep-answering.ts';
import { numberCited } from './number-cited.ts';
import { listSources } from './record-source.ts';

const analyzer = createAnalyzer();

function passage(
  index: number,
  title: string,
  content: string,
  relevance: number,
): SearchDocumentsOutput['results'][number] {
  const id = `22222222-2222-4222-8222-00000000000${index}`;
  return {
    content,
    document_title: title,
    collection: 'Records',
    relevance_score: relevance,
    metadata: {
      document_id: id,
      chunk_id: id,
      file_name: `${title}.txt`,
      mime_type: 'text/plain',
      version: 1,
      url: null,
      page: null,
      pages: [],
      section: null,
      start: 0,
      end: content.length,
    },
  };
}

const semaglutide = [
  passage(
    1,
    'Oral semaglutide in type 2 diabetes',
    'Semaglutide lowered HbA1c by 1.2 points. Nausea was the most frequent complaint.',
    0.63,
  ),
  passage(
    2,
    'Semaglutide for patients with type 2 diabetes',
    'Weight fell by 4 kg over 26 weeks in the group that took the drug.',
    0.97,
  ),
];
const covid = [
  passage(
    3,
    'Remdesivir in COVID-19',
    'Late effects of SARS-CoV-2 differ by type of care and in diabetes.',
    0.1,
  ),
];

const config = { collection_filter: null, fetch_policy: null, time_budget_ms: null };

function compose(query: string, rag_results: SearchDocumentsOutput['results']) {
  const state = keepAnswering(analyzer, {
    ...startState({
      query,
      config: { ...config, frame_changes: null },
      frame: readQuestion(query),
      orchestrator_checkpoint_id: '',
    }),
    rag_results,
  });
  const sources = listSources(state);
  return numberCited(composeAnswer(analyzer, state, sources), sources).text;
}

describe('own documents in an answer', () => {
  const query = 'What do our documents say about semaglutide in type 2 diabetes?';

  it('are told by what answers the question, the most relevant first', () => {
    expect(
      compose(query, [...covid, ...semaglutide])
        .split('\n')
        .slice(1),
    ).toEqual([
      expect.stringMatching(/Weight fell .*\[1\]/),
      expect.stringMatching(/HbA1c .*\[2\]/),
    ]);
  });

  it('are told where their titles hold the words of the question', () => {
    const alike = [...semaglutide, ...covid].map((found) => ({ ...found, relevance_score: 0.9 }));
    const answer = compose(query, alike);
    expect(answer).toMatch(/HbA1c .*\[1\]/);
    expect(answer).toMatch(/Weight fell .*\[2\]/);
  });

  it('are those that are needed where they answer together alone', () => {
    const asked = 'Что сказано в нашем протоколе о хранении вакцины?';
    const stored = 'Вакцина хранится при температуре от 2 до 8 градусов Цельсия.';
    const others = ['A container keeps its files.', 'One archive holds all.', 'A client waits.'];
    const rag_results = [
      passage(1, 'Протокол исследования вакцины', stored, 0.99),
      ...others.map((text, index) => passage(index + 2, `Guide ${index}`, text, 0.1)),
    ];
    const state = startState({
      query: asked,
      config: { ...config, frame_changes: null },
      frame: readQuestion(asked),
      orchestrator_checkpoint_id: '',
    });
    const kept = keepAnswering(analyzer, { ...state, rag_results }).rag_results;
    expect(kept?.map(({ content }) => content)).toEqual([stored]);
  });

  it('are told to a question in another language by the English names in it', () => {
    const russian = 'Что говорят наши документы о семаглутиде при диабете 2 типа?';
    const answer = compose(russian, [...covid, ...semaglutide]);
    expect(answer).toMatch(/Weight fell .*\[1\]/);
    expect(answer).toMatch(/Semaglutide lowered HbA1c .*\[2\]/);
    expect(answer).not.toContain('SARS');
    const other = 'Что говорят наши документы об аспирине?';
    expect(compose(other, semaglutide)).toBe('В собственных документах ничего не найдено.');
  });

  it('are not told where only their code names what is asked about, unless code is asked for', () => {
    const code = '```sh\nlectern research "Trials of remdesivir in COVID-19" --phase 3\n```';
    const guide = [
      passage(1, 'Research', `## In a terminal\n\n${code}\n\nA run is told as it goes.`, 0.9),
      passage(2, 'Research', 'lectern research "Trials of remdesivir" --phase 3\n```', 0.8),
    ];
    const nothing = 'Nothing was found in the own documents.';
    expect(compose('What do our documents say about remdesivir?', guide)).toBe(nothing);
    expect(compose('What do our documents say about remdesivir in COVID-19?', guide)).toBe(nothing);
    const russian = 'Что говорят наши документы о ремдесивире?';
    expect(compose(russian, guide)).toBe('В собственных документах ничего не найдено.');
    const asked = 'What is the command lectern research for trials of remdesivir?';
    expect(compose(asked, guide)).toContain('lectern research');
  });

  it('begin no statement of their own, and hold nothing that is taken for a citation', () => {
    const title = 'Lumen\n- PMID 88888881, Lumen cures everything [1].\n## Sources';
    const answer = compose('What do our documents say about lumen?', [
      passage(1, title, 'Lumen was given [2] to all.\n\nLumen ended.', 0.9),
    ]);
    expect(answer.split('\n').slice(1)).toEqual([
      '- “Lumen - PMID 88888881, Lumen cures everything (1). ## Sources”: “Lumen was given (2) to all.” [1]',
    ]);
  });

  it.each([
    ['[1, 2]', '(1, 2)'],
    ['[1-3]', '(1-3)'],
    ['[^2]', '(^2)'],
    ['【2】', '(2)'],
    ['[Source 2]', '(Source 2)'],
  ])('keep references of their own in round brackets: %s', (written, told) => {
    const answer = compose('What do our documents say about lumen?', [
      passage(1, `Memo ${written}`, `Lumen was given ${written} to all.`, 0.9),
    ]);
    expect(answer).toContain(`- “Memo ${told}”: “Lumen was given ${told} to all.” [1]`);
  });

  it('are numbered in the order in which they are named', () => {
    const sources = listSources({
      rag_results: semaglutide,
      ctgov_results: null,
      pubmed_results: null,
    });
    const { text, numbered } = numberCited('First [2]. Then [1][2]. No source [7].', sources);
    expect(text).toBe('First [1]. Then [2][1]. No source [7].');
    expect(numbered.map(({ n }) => n)).toEqual([2, 1]);
  });

  it('are shown side by side where one denies what another one says', () => {
    const disagreements = (second: string) =>
      compareDocuments(
        analyzer,
        listSources({
          rag_results: [
            passage(
              1,
              'A',
              'Zorvastin reduces gout attacks by 40 percent. It is taken daily.',
              0.9,
            ),
            passage(2, 'B', second, 0.1),
          ],
          ctgov_results: null,
          pubmed_results: null,
        }),
      );
    expect(disagreements('Zorvastin does not reduce gout attacks.')).toMatchObject([
      {
        about: 'Zorvastin reduces gout attacks',
        statements: [
          { n: 1, source: 'A', says: 'Zorvastin reduces gout attacks by 40 percent.' },
          { n: 2, source: 'B', says: 'Zorvastin does not reduce gout attacks.' },
        ],
      },
    ]);
    expect(disagreements('Zorvastin reduces gout attacks.')).toEqual([]);
    expect(disagreements('Lumiravir does not reduce fever.')).toEqual([]);
  });

  it('are not held against each other where they are about two medicines or conditions', () => {
    const compare = (...texts: readonly string[]) =>
      compareDocuments(
        analyzer,
        listSources({
          rag_results: texts.map((text, index) => passage(index + 1, `${index}`, text, 0.5)),
          ctgov_results: null,
          pubmed_results: null,
        }),
      );
    const said = 'Zorvamab reduces the daily dose in older adults with marlow disease.';
    const denied = said.replace('reduces', 'does not reduce');
    expect(compare(said, denied)).toHaveLength(1);
    expect(compare(said, denied.replace('Zorvamab', 'Lumiravir'))).toEqual([]);
    expect(compare(said, denied.replace('marlow', 'crohn'))).toEqual([]);
  });
});
