import { describe, expect, it } from '@jest/globals';
import { listCited, rewriteMarkers } from '@lectern/models';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { type NumberedSource, numberDocuments } from '../numbered-source.ts';
import type { Passage } from '../passage.ts';
import { formatSources } from '../prompts/answer-prompt.ts';
import { MarkerStream } from '../writing/marker-stream.ts';
import { checkCitations } from './check-citations.ts';

const analyzer = createAnalyzer();

function source(n: number, text: string): NumberedSource {
  return { n, passages: [passage(n, text, 1000)] };
}

function passage(n: number, text: string, start: number): Passage {
  return {
    documentId: `document-${n}`,
    chunkId: `chunk-${n}-${start}`,
    title: `Source ${n}`,
    url: null,
    fileName: `source-${n}.pdf`,
    mimeType: 'application/pdf',
    version: 2,
    page: n,
    pages: [],
    section: null,
    text,
    start,
  };
}

const sources = [
  source(1, 'Look 😀. The tower is 330 metres tall. It was completed in 1889. Paint protects it.'),
  source(2, 'The bridge opened in 1937.'),
];

function check(text: string, given: readonly NumberedSource[]) {
  return checkCitations(analyzer, { text }, given);
}

describe('checkCitations', () => {
  it('cites a correction with the place of the passage that it corrects', () => {
    const corrected = { ...passage(1, 'The tower is 330 metres tall.', 40), correctedUntil: 50 };
    const { citations } = check('The tower is 330 metres tall [1].', [
      { n: 1, passages: [corrected] },
    ]);
    expect(citations).toMatchObject([
      { quote: corrected.text, start: 40, end: 50, corrected: true, supported: true },
    ]);
  });

  it('marks the clause that its own source does not say', () => {
    const valves = [source(1, 'The valve opens at 3 bar.'), source(2, 'It closes at 1 bar.')];
    const text =
      'So 😀. The valve opens at 3 bar [1] and closes at 5 bar [2]. It closes at 1 bar [2].';
    const { citations, warnings } = check(text, valves);
    expect(citations.map(({ supported }) => supported)).toEqual([true, false]);
    const [{ places = [] } = {}] = warnings;
    const marked = places.map(({ start, end }) => [...text].slice(start, end).join(''));
    expect(marked).toEqual(['and closes at 5 bar [2].']);
  });

  it('marks the sentence from which a number without a source was removed', () => {
    const text = 'Paint protects it. The tower is 330 metres tall.';
    const removed = [{ n: 9, at: text.length - 1 }];
    const checked = checkCitations(analyzer, { text, removed }, sources);
    const [{ code, places = [] } = { code: '' }] = checked.warnings;
    const marked = places.map(({ start, end }) => [...checked.text].slice(start, end).join(''));
    expect([code, ...marked]).toEqual(['citation_invalid', 'The tower is 330 metres tall. [1]']);
  });

  it('accepts a quote of the model that stands in the source, in another language too', () => {
    const text = 'Башня имеет высоту 330 метров [1].';
    const given = (quote: string) =>
      checkCitations(analyzer, { text, quotes: [{ source: 1, quote }] }, sources).citations[0];
    const quote = 'The tower is 330 metres tall.';
    expect(given(quote)).toMatchObject({ quote, supported: true });
    expect(given('The tower is 330 metres high.')).toMatchObject({ supported: false });
  });

  it('quotes the passage with code point offsets', () => {
    const { citations } = check('It is 330 metres tall [1].', sources);
    expect(citations).toMatchObject([
      { n: 1, quote: 'The tower is 330 metres tall.', start: 1008, end: 1037, supported: true },
    ]);
  });

  it.each([
    ['The valve opens at 3 bar [1] and closes at 1 bar [2].', [true, true]],
    ['The valve opens at 3 bar [1], closes at 1 bar [2], as the manual says.', [true, true]],
    ['The valve opens at 7 bar [1] and closes at 1 bar [2].', [false, true]],
    ['The valve opens at 3 bar [1] and closes at 7 bar [2].', [true, false]],
    ['The valve opens at 3 bar and closes at 7 bar [1][2].', [false, false]],
  ])('checks a sentence clause by clause: %s', (answer, supported) => {
    const manuals = [
      source(1, 'The safety valve opens at 3 bar.'),
      source(2, 'The valve closes at 1 bar again.'),
    ];
    const { citations } = check(answer, manuals);
    expect(citations.map((citation) => citation.supported)).toEqual(supported);
  });

  it('quotes a sentence with the steps that it introduces', () => {
    const steps = '1. Turn the key to 0.\n2. Wait for ten seconds,\n   until the lamp goes out.';
    const text = `Manual\n\nTo reset the controller:\n\n${steps}\n\nIt is grey.`;
    const answer =
      'To reset the controller: [1]\n1. Turn the key to 0. [1]\n2. Wait for ten seconds, until the lamp goes out. [1]';
    expect(check(answer, [source(1, text)]).citations).toMatchObject([
      { quote: `To reset the controller:\n\n${steps}`, supported: true },
    ]);
  });

  it.each([
    [
      'He said: “The pump broke. It was old.” Then he left.',
      'It was old',
      '“The pump broke. It was old.”',
    ],
    [
      'The pump: “Replace valves. Oil joints”. Then rest.',
      'Replace valves',
      'The pump: “Replace valves. Oil joints”.',
    ],
    [
      'Er sagt: „Die Pumpe steht. Sie rostet.“ Gut.',
      'Sie rostet',
      '„Die Pumpe steht. Sie rostet.“',
    ],
    ['Он: «Насос стоит. Он старый.» Всё.', 'Насос стоит', 'Он: «Насос стоит. Он старый.»'],
    ['He said: "The pump broke. It was old." Then.', 'It was old', '"The pump broke. It was old."'],
    ['A 5" pipe leaks. A 6" pipe holds.', 'The 5" pipe leaks', 'A 5" pipe leaks.'],
    ['“Pumps break. They rust.\n\nValves hold.” So it is.', 'Valves hold', 'Valves hold.”'],
    [`“${'Pumps break often. '.repeat(30)}They rust.” So.`, 'They rust', 'They rust.”'],
  ])('quotes the whole of a quotation: %s', (text, claim, quote) => {
    const { citations } = check(`${claim} [1].`, [source(1, text)]);
    expect(citations[0]?.quote).toBe(quote);
    expect(citations[0]?.end).toBe((citations[0]?.start ?? 0) + quote.length);
  });

  it('finds the quote of a claim that is longer than any source', () => {
    const claim = `It is 330 metres tall ${'and tall '.repeat(20_000)}[1].`;
    const { citations } = check(claim, sources);
    expect(citations[0]?.quote).toBe('The tower is 330 metres tall.');
  });

  it.each([
    [
      'a cell with the name of its column',
      'A strawberry has 59 mg of vitamin C [1].',
      '| Berry | Sugar (g) | Vitamin C (mg) |\n|---|---|---|\n| Fig | 16 | 2 |\n| Strawberry | 4.9 | 59 |',
      '| Strawberry | 4.9 | 59 |',
    ],
    [
      'several short rows',
      'Parts | 2,100 [1] Tax | 278.46 [1]',
      'Parts\t2,100\nTax\t278.46\nTotal\t5,738',
      'Parts\t2,100\nTax\t278.46',
    ],
    [
      'numbers side by side',
      'Blueberry 57 100 9.7 [1]',
      'Strawberry\t32\t101\t59\nBlueberry\t57\t100\t9.7',
      'Blueberry\t57\t100\t9.7',
    ],
  ])('holds %s of a table for supported', (_what, claim, text, quote) => {
    const { citations, warnings } = check(claim, [source(1, text)]);
    expect(citations).toMatchObject([{ quote, supported: true }]);
    expect(warnings).toEqual([]);
  });

  it('does not hold a number of another size for supported', () => {
    const { citations } = check('The tower is 330 001 metres tall [1].', sources);
    expect(citations).toMatchObject([{ supported: false }]);
  });

  it('quotes the most relevant of the passages that say the same', () => {
    const text = 'The tower is 330 metres tall.';
    const said: NumberedSource = {
      n: 1,
      passages: [
        { ...passage(1, text, 1000), relevance: 0.2 },
        { ...passage(1, text, 9000), relevance: 0.9 },
      ],
    };
    const { citations } = check(`${text} [1]`, [said]);
    expect(citations).toMatchObject([{ chunk_id: 'chunk-1-9000', start: 9000 }]);
  });

  it('quotes what is said first, and tells rows without a full stop apart', () => {
    const said: NumberedSource = {
      n: 1,
      passages: [
        passage(1, 'Height of the tower 330 m\nWeight of the tower 10,100 t', 1000),
        passage(1, 'The tower was painted anew. The tower was lit at night.', 9000),
      ],
    };
    const answer =
      'Height of the tower 330 m [1] The tower was painted anew. [1] The tower was lit at night. [1]';
    const { citations } = check(answer, [said]);
    expect(citations).toMatchObject([
      { quote: 'Height of the tower 330 m', chunk_id: 'chunk-1-1000', supported: true },
    ]);
  });

  it('names the page of the quote and everything that tells it from others', () => {
    const [passage] = (sources[0] as NumberedSource).passages;
    const pages = [
      { page: 7, start: 1030 },
      { page: 8, start: 1038 },
    ];
    const runsOn: NumberedSource = { n: 1, passages: [{ ...passage, pages }] };
    const cite = (answer: string) => check(answer, [runsOn]).citations[0];
    const tall = cite('It is 330 metres tall [1].');
    expect(tall).toMatchObject({
      document_id: 'document-1',
      version: 2,
      chunk_id: 'chunk-1-1000',
      file_name: 'source-1.pdf',
      mime_type: 'application/pdf',
      page: 1,
    });
    expect(cite('It was completed in 1889 [1].')).toMatchObject({ page: 8, start: 1038 });
    expect(cite('The tower is 330 metres tall, they say [1].')?.id).toBe(tall?.id);
    expect(cite('It was completed in 1889 [1].')?.id).not.toBe(tall?.id);
  });

  it('gives one citation a source, over everything it is cited for', () => {
    const answer = 'The tower was completed in 1889 [1]. It is 330 metres tall [1][2].';
    const { citations } = check(answer, sources);
    expect(citations.map(({ n, supported }) => [n, supported])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(citations[0]?.quote).toBe('The tower is 330 metres tall. It was completed in 1889.');
  });

  it('finds the passage of a document that says it', () => {
    const [document] = numberDocuments([
      passage(1, 'It opened in 1937.', 500),
      passage(2, 'Another document.', 0),
      passage(1, 'The bridge is red.', 0),
    ]);
    const { citations } = check('The bridge opened in 1937 [1].', [document as NumberedSource]);
    expect(citations).toMatchObject([
      { n: 1, chunk_id: 'chunk-1-500', start: 500, end: 518, supported: true },
    ]);
    expect(formatSources([document as NumberedSource])).toContain(
      '\nThe bridge is red.\n\n[…]\n\nIt opened in 1937.\n',
    );
  });

  it('finds a sentence word for word whose own reference is shown in round brackets', () => {
    const text = 'Nothing of it. The method [12] halves the error [3]. Nothing more.';
    const { citations } = check('The method (12) halves the error (3). [1]', [source(1, text)]);
    expect(citations).toMatchObject([
      { quote: 'The method [12] halves the error [3].', supported: true },
    ]);
  });

  it('takes a marker after the full stop for the sentence before it', () => {
    const answer = 'The tower is 330 metres tall. [1] The bridge opened in 1937. [2]';
    const { citations, warnings } = check(answer, sources);
    expect(citations.map(({ supported }) => supported)).toEqual([true, true]);
    expect(warnings).toEqual([]);
  });

  it('does not support a number that the source does not hold', () => {
    const { citations, warnings } = check('The tower is 331 metres tall [1].', sources);
    expect(citations[0]?.supported).toBe(false);
    expect(warnings).toMatchObject([{ code: 'citation_unsupported' }]);
  });

  it('adds what it finds to an answer without citations, and else warns', () => {
    const found = check('The tower was completed in 1889.', sources);
    expect(found.text).toBe('The tower was completed in 1889. [1]');
    const none = check('Cheese ripens slowly in cool caves.', sources);
    expect(none).toMatchObject({
      text: 'Cheese ripens slowly in cool caves.',
      citations: [],
      warnings: [{ code: 'answer_without_citations' }],
    });
  });
});

describe('citation markers', () => {
  it('are read in every usual form', () => {
    expect(listCited('a [1], b [2, 3] c [5-7] d【8】 e [^9] f [Source 10] g [0] h [a]')).toEqual([
      1, 2, 3, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('are written one by one, without those that name no source', () => {
    const invalid: number[] = [];
    const text = rewriteMarkers(
      'So [1, 9] it is [8].',
      (n) => n < 3,
      (n) => invalid.push(n),
    );
    expect(text).toBe('So [1] it is.');
    expect(invalid).toEqual([9, 8]);
  });

  it.each([1, 2, 3, 7])('come out of a stream the same, in pieces of %i', (size) => {
    const text = 'The tower [1] is 330 metres [2,7] tall【1】, see [note] and [9].';
    const stream = new MarkerStream(
      (n) => n < 3,
      () => {},
    );
    let streamed = '';
    for (let from = 0; from < text.length; from += size) {
      streamed += stream.push(text.slice(from, from + size));
    }
    streamed += stream.end();
    expect(streamed).toBe('The tower [1] is 330 metres [2] tall[1], see [note] and.');
  });
});
