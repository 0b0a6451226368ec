import { existsSync } from 'node:fs';
import path from 'node:path';
import { createAnalyzer, openStaticEmbedder, rateRelevance } from '@lectern/retrieval';
import { readBeir } from './data/beir.ts';
import { createRandom } from './data/random.ts';
import { createSetChunks } from './retrieval/set-chunks.ts';

/**
 * Prints how near made-up words, a collection's own questions and another one's come by meaning
 * alone, as if no passage held a word of them: the share of each whose best relevance is under a
 * bound, in collections of several sizes. `node bench/measure-made-up-words.ts med,xquad/en`.
 */
const sets = (process.argv[2] ?? 'med,xquad/en,xquad/ru').split(',');
const sizes = [3, 10, 25, 60, 150, 1_000];
const bounds = [0.1, 0.3, 0.5];
const candidateCount = 100;
const maxQueries = 120;
const random = createRandom(17);
const data = path.resolve(process.env.LECTERN_DATA ?? '../shared/data', 'retrieval');

function pick<Item>(list: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, () => list[Math.floor(random() * list.length)] as Item);
}

function makeWords(): string[] {
  const syllables = 'za que rim blor fen tzu op xa gli mur vek sno dra ply wub thi'.split(' ');
  const latin = [...'abcdefghijklmnopqrstuvwxyz'];
  const cyrillic = [...'абвгдежзиклмнопрстуфхцчшыэюя'];
  const word = (parts: readonly string[], min: number, more: number) =>
    pick(parts, min + Math.floor(random() * more)).join('');
  return Array.from({ length: 40 }, () => [
    word(syllables, 2, 3),
    word(latin, 5, 7),
    [1, 2, 3].map(() => word(syllables, 3, 1)).join(' '),
    word(cyrillic, 5, 7),
  ]).flat();
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

async function measure(): Promise<void> {
  const embedder = await openStaticEmbedder();
  const analyzer = createAnalyzer();
  const embedAll = (texts: readonly string[]) =>
    Promise.all(texts.map((text) => embedder.embedQuery(text)));
  const madeUp = await embedAll(makeWords());
  const loaded = [];
  for (const name of sets) {
    const set = await readBeir(path.join(data, name));
    const { chunks } = await createSetChunks(name, set, { analyzer, embedder, maxTokens: 320 });
    const step = Math.ceil(set.queries.length / maxQueries);
    const queries = set.queries.filter((_, at) => at % step === 0);
    loaded.push({ name, chunks, queries, own: await embedAll(queries.map(({ text }) => text)) });
  }
  console.log(`| set | passages | asked | ${bounds.map((bound) => `< ${bound}`).join(' | ')} |`);
  console.log(`|${'---|'.repeat(3 + bounds.length)}`);
  for (const { name, chunks, queries, own } of loaded) {
    const foreign = loaded
      .filter((one) => one.name !== name)
      .flatMap((one) => one.own.slice(0, 20));
    for (const size of sizes) {
      const rate = (vector: Float32Array, judged?: (typeof queries)[number]) => {
        const right = chunks.filter(({ documentId }) => judged?.judgements.get(documentId));
        const some = [...pick(right, right.length > 0 ? 1 : 0), ...pick(chunks, size)];
        const dense = some
          .slice(0, size)
          .map(({ id, documentId, vector: own }) => ({
            chunkId: id,
            documentId,
            distance: own ? 1 - dot(vector, own) : 2,
          }))
          .toSorted((a, b) => a.distance - b.distance)
          .slice(0, candidateCount);
        const best = dense.slice(0, 1).map((hit) => ({ ...hit, fused: 1 }));
        const options = { method: 'relative', denseWeight: 1 } as const;
        return Math.max(...rateRelevance({ dense, keyword: [] }, best, options).values());
      };
      for (const [asked, values] of [
        ['made up', madeUp.map((vector) => rate(vector))],
        ['own', own.map((vector, at) => rate(vector, queries[at]))],
        ['foreign', foreign.map((vector) => rate(vector))],
      ] as const) {
        const shares = bounds.map((bound) =>
          (values.filter((value) => value < bound).length / values.length).toFixed(2),
        );
        console.log(`| ${[name, size, asked, ...shares].join(' | ')} |`);
      }
    }
  }
  await embedder.close();
}

if (existsSync(data)) await measure();
else console.log(`skipped: ${data} is not there; set LECTERN_DATA`);
