/**
 * Measures the chunker on the published questions of Chroma's chunking evaluation, one JSON line
 * for each setting. Chunks are found by BM25, or by an embedding model that the settings name:
 * `EMBEDDING_PROVIDER=onnx EMBEDDING_MODEL=folder node bench/chunking/run.ts [DATA]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { embedderConfigShape, openEmbedder } from '@lectern/retrieval';
import { z } from 'zod';
import { estimateTokens, fitTokens } from '../../packages/grounding/src/text/estimate-tokens.ts';
import { chunkDocument } from '../../services/rag/src/chunking/chunk-document.ts';
import { parsePlainText } from '../../services/rag/src/parsing/parse-plain-text.ts';
import { createBm25 } from './bm25.ts';
import { precisionOmega, type Question, type Span, scoreRetrieved } from './measure-chunks.ts';
import { searchByMeaning } from './search-by-meaning.ts';
import { splitRecursively } from './split-recursively.ts';

/** For each query the places of the texts that fit it best, the best first. */
type Search = (
  texts: readonly string[],
  queries: readonly string[],
  limit: number,
) => Promise<readonly (readonly number[])[]>;

const root = resolve(import.meta.dirname, '../..');
const folder = join(
  resolve(root, process.argv[2] ?? process.env.LECTERN_DATA ?? '../shared/data'),
  'chunking',
);
const corpora = ['state_of_the_union', 'wikitexts', 'chatlogs'];
const retrieved = 5;
const sizes = [100, 150, 200, 250, 320, 400, 512, 800];

type Piece = Span & { readonly text: string };
type Chunker = (corpus: string, text: string, size: number) => Piece[];

const chunkers: { name: string; chunk: Chunker }[] = [
  { name: 'structure', chunk: byStructure(() => 0) },
  {
    name: 'structure, overlap 1/8',
    chunk: byStructure((size) => Math.floor(size / 8)),
  },
  { name: 'fixed windows', chunk: byWindows },
  { name: 'recursive', chunk: byRecursion },
];

if (!existsSync(folder)) {
  console.log(JSON.stringify({ skipped: `no data in ${folder}: set LECTERN_DATA` }));
} else {
  const texts = new Map(
    corpora.map((corpus) => [
      corpus,
      readFileSync(join(folder, 'corpora', `${corpus}.md`), 'utf8'),
    ]),
  );
  if (process.env.EMBEDDING_PROVIDER === undefined) await measureAll(texts, searchByWords);
  else {
    const embedder = await openEmbedder(z.object(embedderConfigShape).parse(process.env));
    try {
      await measureAll(texts, (chunks, queries, limit) =>
        searchByMeaning(embedder, { texts: chunks, queries, limit }),
      );
    } finally {
      await embedder.close();
    }
  }
}

async function measureAll(texts: ReadonlyMap<string, string>, search: Search): Promise<void> {
  const questions = readQuestions();
  for (const { name, chunk } of chunkers) {
    for (const size of sizes) {
      const pieces = corpora.flatMap((corpus) => chunk(corpus, texts.get(corpus) ?? '', size));
      const figures = await measure(pieces, questions, search);
      console.log(JSON.stringify({ chunker: name, max_tokens: size, ...figures }));
    }
  }
}

function byStructure(overlapOf: (size: number) => number): Chunker {
  return (corpus, text, size) => {
    const settings = { max_tokens: size, overlap_tokens: overlapOf(size) };
    return chunkDocument(parsePlainText(text), settings).map((chunk) => ({ corpus, ...chunk }));
  };
}

/** The baseline: windows of so many tokens, wherever they end. */
function byWindows(corpus: string, text: string, size: number): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let points = 0;
  while (start < text.length) {
    const end = fitTokens(text, { start, end: text.length }, size);
    const piece = text.slice(start, end);
    const length = [...piece].length;
    pieces.push({ corpus, text: piece, start: points, end: points + length });
    points += length;
    start = end;
  }
  return pieces;
}

function byRecursion(corpus: string, text: string, size: number): Piece[] {
  let points = 0;
  return splitRecursively(text, size).map((piece) => {
    const start = points;
    points += [...piece].length;
    return { corpus, text: piece, start, end: points };
  });
}

async function searchByWords(texts: readonly string[], queries: readonly string[], limit: number) {
  const search = createBm25(texts);
  return queries.map((query) => search(query, limit));
}

async function measure(pieces: readonly Piece[], questions: readonly Question[], search: Search) {
  const places = await search(
    pieces.map(({ text }) => text),
    questions.map(({ text }) => text),
    retrieved,
  );
  const scores = questions.map((question, at) => {
    const found = (places[at] ?? []).map((place) => pieces[place] as Piece);
    return { omega: precisionOmega(question, pieces), ...scoreRetrieved(question, found) };
  });
  const mean = (pick: (score: (typeof scores)[number]) => number) =>
    Number(
      ((100 * scores.reduce((sum, score) => sum + pick(score), 0)) / scores.length).toFixed(1),
    );
  const tokens = pieces.reduce((sum, piece) => sum + estimateTokens(piece.text), 0);
  return {
    chunks: pieces.length,
    mean_tokens: Math.round(tokens / pieces.length),
    precision_omega: mean((score) => score.omega),
    recall: mean((score) => score.recall),
    precision: mean((score) => score.precision),
    iou: mean((score) => score.iou),
  };
}

function readQuestions(): Question[] {
  interface Row {
    text: string;
    corpus_id: string;
    references: { start: number; end: number }[];
  }
  return readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .map((row) => ({
      text: row.text,
      references: row.references.map((span) => ({ corpus: row.corpus_id, ...span })),
    }));
}
