import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BeirSet, mean, ndcg, readBeir, recall } from '@lectern/cli';
import {
  type Analyzer,
  createAnalyzer,
  type Embedder,
  embedderConfigShape,
  type FusionMethod,
  fuse,
  type HybridIndex,
  openEmbedder,
  openLanceIndex,
  type Recalls,
} from '@lectern/retrieval';
import { z } from 'zod';
import { defaultChunkingSettings } from '../services/rag/src/chunking/chunk.ts';
import { createSetChunks } from './retrieval/set-chunks.ts';

/**
 * Prints nDCG@10 and Recall@100 of keyword, dense and hybrid search over test collections, for both
 * fusions and several dense weights, one setting for all collections. Documents are cut as the
 * suite cuts them. Run it after a change to the analyser, the embedder or the fusion:
 * `node bench/tune-retrieval.ts`. Another embedder by its settings: `EMBEDDING_PROVIDER=onnx
 * EMBEDDING_MODEL=folder node bench/tune-retrieval.ts`.
 */
const sets = (process.argv[3] ?? 'cranfield,med,cisi,xquad/en,xquad/ru,xquad/zh').split(',');
const embedderSettings = z.object(embedderConfigShape);
const WEIGHTS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
const methods: readonly FusionMethod[] = ['rrf', 'relative'];
const recalled = 200;
/** Limit of a chunk, then the sets: `node bench/tune-retrieval.ts 320 med,cisi`. */
const MAX_TOKENS = Number(process.argv[2] ?? defaultChunkingSettings.max_tokens);

interface Figures {
  readonly ndcg: number;
  readonly recall: number;
}

interface Tools {
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
  readonly index: HybridIndex;
}

const data = path.resolve(process.env.LECTERN_DATA ?? '../shared/data', 'retrieval');
if (existsSync(data)) await tune();
else console.log(`skipped: ${data} is not there; set LECTERN_DATA`);

async function tune(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-tune-'));
  const embedder = await openEmbedder(embedderSettings.parse(process.env));
  const index = await openLanceIndex({
    directory,
    generation: embedder.id,
    dimensions: embedder.dimensions,
    mode: 'write',
  });
  try {
    const tools = { analyzer: createAnalyzer(), embedder, index };
    const columns: Map<string, Figures>[] = [];
    for (const set of sets) {
      columns.push(await measureSet(set, await readBeir(path.join(data, set)), tools));
    }
    printTable(columns);
  } finally {
    await index.close();
    await embedder.close();
    await rm(directory, { recursive: true });
  }
}

async function measureSet(
  name: string,
  set: BeirSet,
  { analyzer, embedder, index }: Tools,
): Promise<Map<string, Figures>> {
  const options = { analyzer, embedder, maxTokens: MAX_TOKENS };
  await index.addChunks(name, await createSetChunks(name, set, options));
  await index.optimize();
  const rankings: Recalls[] = [];
  for (const { text } of set.queries) {
    const limit = recalled;
    const vector = await embedder.embedQuery(text);
    rankings.push({
      dense: await index.recallDense(name, vector, { limit }),
      keyword: await index.recallKeyword(name, analyzer.analyzeQuery(text), { limit }),
    });
  }

  const figures = new Map<string, Figures>();
  const rate = (setting: string, rank: (recalls: Recalls) => string[]) => {
    const ranked = rankings.map(rank);
    const judged = set.queries.map(({ judgements }) => judgements);
    figures.set(setting, {
      ndcg: mean(judged.map((judgements, at) => ndcg(ranked[at] ?? [], judgements, 10))),
      recall: mean(judged.map((judgements, at) => recall(ranked[at] ?? [], judgements, 100))),
    });
  };
  rate('keyword', ({ keyword }) => documentsOf(keyword));
  rate('dense', ({ dense }) => documentsOf(dense));
  for (const method of methods) {
    for (const denseWeight of WEIGHTS) {
      rate(`${method} ${denseWeight}`, (recalls) =>
        documentsOf(fuse(recalls, { method, denseWeight })),
      );
    }
  }
  return figures;
}

/** Documents by their best chunk. */
function documentsOf(hits: readonly { readonly documentId: string }[]): string[] {
  return [...new Set(hits.map(({ documentId }) => documentId))];
}

function printTable(columns: readonly Map<string, Figures>[]): void {
  const none = { ndcg: 0, recall: 0 };
  const cell = ({ ndcg: gain, recall: found }: Figures) => `${gain.toFixed(4)} ${found.toFixed(3)}`;
  console.log(`| nDCG@10 Recall@100 | ${sets.join(' | ')} | mean | worst against keyword |`);
  console.log(`|${'---|'.repeat(sets.length + 3)}`);
  const keyword = columns.map((column) => (column.get('keyword') ?? none).ndcg);
  for (const setting of columns[0]?.keys() ?? []) {
    const row = columns.map((column) => column.get(setting) ?? none);
    const average = {
      ndcg: mean(row.map((figures) => figures.ndcg)),
      recall: mean(row.map((figures) => figures.recall)),
    };
    const worst = Math.min(...row.map((figures, at) => figures.ndcg - (keyword[at] ?? 0)));
    const cells = [...row.map(cell), cell(average), worst.toFixed(4)];
    console.log(`| ${setting} | ${cells.join(' | ')} |`);
  }
}
