import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '@lectern/retrieval';
import { estimateTokens, fitTokens } from '@lectern/retrieval/text';
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

const corpora = ['state_of_the_union', 'wikitexts', 'chatlogs'];
const retrieved = 5;

type Piece = Span & { readonly text: string };
type Chunker = (corpus: string, text: string, size: number) => Piece[];

const chunkers: { name: string; chunk: Chunker }[] = [
  { name: 'structure', chunk: byStructure(() => 0) },
  { name: 'structure, overlap 10 %', chunk: byStructure((size) => Math.floor(size / 10)) },
  { name: 'structure, overlap 20 %', chunk: byStructure((size) => Math.floor(size / 5)) },
  { name: 'fixed windows', chunk: byWindows },
  { name: 'recursive', chunk: byRecursion },
];

/** Chunkers by name, in the order of the tables. */
export const chunkerNames = chunkers.map(({ name }) => name);

/** One chunker at one limit, in per cent. */
export interface ChunkerFigures {
  readonly chunker: string;
  readonly max_tokens: number;
  readonly chunks: number;
  readonly mean_tokens: number;
  readonly precision_omega: number;
  readonly recall: number;
  readonly precision: number;
  readonly iou: number;
}

export interface ChunkersOptions {
  /** Folder of the corpora and questions. */
  readonly folder: string;
  /** Finds the chunks by their vectors; by BM25 without it. */
  readonly embedder?: Embedder | undefined;
  readonly chunkers: readonly string[];
  readonly sizes: readonly number[];
}

/** Measures chunkers on the published questions of Chroma's chunking evaluation, one row after the other. */
export async function* measureChunkers(options: ChunkersOptions): AsyncGenerator<ChunkerFigures> {
  const { folder, embedder } = options;
  const questions = readQuestions(folder);
  const texts = readTexts(folder);
  const search: Search = embedder
    ? (chunks, queries, limit) => searchByMeaning(embedder, { texts: chunks, queries, limit })
    : searchByWords;
  for (const { name, chunk } of chunkers.filter((each) => options.chunkers.includes(each.name))) {
    for (const size of options.sizes) {
      const pieces = cutAll(texts, chunk, size);
      const figures = await measure(pieces, questions, search);
      yield { chunker: name, max_tokens: size, ...figures };
    }
  }
}

/** The limit from 50 to 1,000 tokens with which a chunker's chunks come nearest to a mean size. */
export function findLimit(folder: string, chunker: string, meanTokens: number): number {
  const chunk = chunkers.find(({ name }) => name === chunker)?.chunk;
  if (!chunk) throw new Error(`no chunker ${chunker}`);
  const texts = readTexts(folder);
  const distanceOf = (size: number) => Math.abs(meanOf(cutAll(texts, chunk, size)) - meanTokens);
  let low = 50;
  let high = 1_000;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (meanOf(cutAll(texts, chunk, middle)) < meanTokens) low = middle + 1;
    else high = middle;
  }
  return distanceOf(low - 1) < distanceOf(low) ? low - 1 : low;
}

function readTexts(folder: string): ReadonlyMap<string, string> {
  return new Map(
    corpora.map((corpus) => [
      corpus,
      readFileSync(join(folder, 'corpora', `${corpus}.md`), 'utf8'),
    ]),
  );
}

function cutAll(texts: ReadonlyMap<string, string>, chunk: Chunker, size: number): Piece[] {
  return [...texts].flatMap(([corpus, text]) => chunk(corpus, text, size));
}

function meanOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + estimateTokens(text), 0) / pieces.length;
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
  return {
    chunks: pieces.length,
    mean_tokens: Math.round(meanOf(pieces)),
    precision_omega: mean((score) => score.omega),
    recall: mean((score) => score.recall),
    precision: mean((score) => score.precision),
    iou: mean((score) => score.iou),
  };
}

function readQuestions(folder: string): Question[] {
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
