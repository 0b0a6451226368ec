import type { ModelFiles } from '../../onnx/model-files.ts';
import { openTextEncoder } from '../../onnx/text-encoder.ts';
import type { Embedder } from '../embedder.ts';
import { cutTexts } from './cut-texts.ts';
import { fitQueryTable, type TaughtText } from './fit-query-table.ts';
import { createQueryTable, type QueryTable } from './query-table.ts';

export interface TableOfModel {
  /** The model itself, without a table. */
  readonly embedder: Embedder;
  readonly files: ModelFiles;
  /** Of the kind that is searched: plain text, paragraphs apart by blank lines. */
  readonly texts: readonly string[];
  /** Pieces of them at most that the model is asked about. */
  readonly maxTexts: number;
}

export interface FitProgress {
  say(line: string): void;
}

interface AskedText {
  readonly text: string;
  readonly use: 'query' | 'passage';
}

const textsAPart = 500;
/** Large vocabularies are mostly pieces of other languages. */
const maxWords = 40_000;

/**
 * Asks the model about the words of its vocabulary and about pieces of the texts, and fits a table to
 * what it says. The same texts give the same table.
 */
export async function fitTableOfModel(
  { embedder, files, texts, maxTexts }: TableOfModel,
  { say }: FitProgress,
): Promise<QueryTable> {
  const { tokenizerFile, tokenizerConfigFile, maxTokens, queryPrefix, digest: model } = files;
  const encoder = await openTextEncoder(tokenizerFile, tokenizerConfigFile, maxTokens);
  const { queries, passages } = cutTexts(texts.join('\n\n'));
  const asked = mix([
    ...takeEvenly(encoder.listWords().map(asQuery), maxWords),
    ...takeEvenly([...queries.map(asQuery), ...passages.map(asPassage)], maxTexts),
  ]);
  const taught: TaughtText[] = [];
  for (let from = 0; from < asked.length; from += textsAPart) {
    const part = asked.slice(from, from + textsAPart);
    const vectors = await Promise.all(part.map((each) => ask(embedder, each)));
    part.forEach(({ text }, at) => {
      taught.push({ ids: encoder.encode(text).ids, vector: vectors[at] as Float32Array });
    });
    say(`the model's vectors of ${taught.length} of ${asked.length} texts`);
  }
  const { dimensions } = embedder;
  const fitted = fitQueryTable(taught, {
    tokens: encoder.tokens,
    dimensions,
    onRound: (round, cosine) => say(`round ${round}: mean cosine ${cosine.toFixed(3)}`),
  });
  return createQueryTable(fitted, { model, queryPrefix, dimensions });
}

function asQuery(text: string): AskedText {
  return { text, use: 'query' };
}

function asPassage(text: string): AskedText {
  return { text, use: 'passage' };
}

async function ask(embedder: Embedder, { text, use }: AskedText): Promise<Float32Array> {
  if (use === 'query') return embedder.embedQuery(text);
  const [vector] = await embedder.embedDocuments([text]);
  return vector as Float32Array;
}

/** Every so many-th where there are more. */
function takeEvenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => {
    return items[Math.floor((at * items.length) / most)] as Item;
  });
}

/** In another order, always the same one. */
function mix<Item>(items: readonly Item[]): Item[] {
  const mixed = [...items];
  let seed = 1;
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = Math.floor((seed / 2_147_483_648) * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
  }
  return mixed;
}
