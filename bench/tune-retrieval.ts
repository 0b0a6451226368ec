import { existsSync } from 'node:fs';
import path from 'node:path';
import { mean } from '@lectern/evaluation';
import { embedderConfigShape, type FusionMethod, fuse, openEmbedder } from '@lectern/retrieval';
import { z } from 'zod';
import { defaultChunkingSettings } from '../services/rag/src/chunking/chunk.ts';
import { readBeir } from './data/beir.ts';
import { type Figures, rateRankings, searchSet } from './retrieval/search-set.ts';

/**
 * Prints nDCG@10 and Recall@100 of keyword, dense and hybrid search over test collections, for both
 * fusions and several dense weights, one setting for all collections. Documents are cut as the
 * suite cuts them. Run it after a change to the analyser, the embedder or the fusion:
 * `node bench/tune-retrieval.ts`. Another embedder by its settings: `EMBEDDING_PROVIDER=onnx
 * EMBEDDING_MODEL=folder node bench/tune-retrieval.ts`. Vectors are kept for the next run, in
 * `LECTERN_BENCH_CACHE` or the system's folder for temporary files.
 */
const sets = (process.argv[3] ?? 'cranfield,med,cisi,xquad/en,xquad/ru,xquad/zh').split(',');
const embedderSettings = z.object(embedderConfigShape);
const denseWeights = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
const methods: readonly FusionMethod[] = ['rrf', 'relative'];
const candidateCount = 200;
/** Limit of a chunk, then the sets: `node bench/tune-retrieval.ts 320 med,cisi`. */
const maxTokens = Number(process.argv[2] ?? defaultChunkingSettings.max_tokens);

const data = path.resolve(process.env.LECTERN_DATA ?? '../shared/data', 'retrieval');
if (existsSync(data)) await tune();
else console.log(`skipped: ${data} is not there; set LECTERN_DATA`);

async function tune(): Promise<void> {
  const embedder = await openEmbedder(embedderSettings.parse(process.env));
  try {
    const columns: Map<string, Figures>[] = [];
    for (const name of sets) {
      const set = await readBeir(path.join(data, name));
      const options = { embedder, maxTokens: maxTokens, limit: candidateCount };
      const { rankings } = await searchSet(name, set, options);
      const figures = new Map([
        [
          'keyword',
          rateRankings(
            set,
            Array.from(rankings, ({ keyword }) => keyword),
          ),
        ],
        [
          'dense',
          rateRankings(
            set,
            Array.from(rankings, ({ dense }) => dense),
          ),
        ],
      ]);
      for (const method of methods) {
        for (const denseWeight of denseWeights) {
          const fused = rankings.map((ranking) => fuse(ranking, { method, denseWeight }));
          figures.set(`${method} ${denseWeight}`, rateRankings(set, fused));
        }
      }
      columns.push(figures);
    }
    printTable(columns);
  } finally {
    await embedder.close();
  }
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
