import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createAnalyzer,
  findCorrections,
  fuse,
  listVocabulary,
  openCommonWords,
  openLanceIndex,
  openStaticEmbedder,
  replaceWords,
} from '@lectern/retrieval';
import { defaultChunkingSettings } from '../services/rag/src/chunking/chunk.ts';
import { readBeir } from './data/beir.ts';
import { createRandom } from './data/random.ts';
import { mistypeQuery } from './retrieval/mistype-query.ts';
import { rateRankings } from './retrieval/search-set.ts';
import { createSetChunks } from './retrieval/set-chunks.ts';

/**
 * Prints what mistyped queries find with and without tolerance for typing errors, how many clean
 * queries it changes, and what it takes: `node bench/measure-spelling.ts cranfield,med`. In each
 * mistyped query one word of five letters or more has one slip, and its seed is fixed.
 */
const sets = (process.argv[2] ?? 'cranfield,med,cisi,xquad/en,xquad/ru').split(',');
const seed = 4_711;
const limit = 100;
/** Maximum queries of a set; a larger set is sampled evenly. */
const maxQueries = 120;
/** Passages of an answer; their words are not looked up. */
const shown = 10;

const data = path.resolve(process.env.LECTERN_DATA ?? '../shared/data', 'retrieval');
if (existsSync(data)) {
  console.log(
    '| set | mode | clean | mistyped | corrected | clean queries changed | nDCG@10 of these before, after | CPU ms a clean query | a mistyped one | ms at the median, clean, mistyped |',
  );
  console.log(`|${'---|'.repeat(10)}`);
  for (const name of sets) await measureSet(name);
} else console.log(`skipped: ${data} is not there; set LECTERN_DATA`);

async function measureSet(name: string): Promise<void> {
  const whole = await readBeir(path.join(data, name));
  const step = Math.ceil(whole.queries.length / maxQueries);
  const set = { ...whole, queries: whole.queries.filter((_, at) => at % step === 0) };
  const analyzer = createAnalyzer();
  const isCommonWord = await openCommonWords();
  const embedder = await openStaticEmbedder();
  const directory = await mkdtemp(path.join(tmpdir(), 'lectern-spelling-'));
  const { dimensions, id: indexVersion } = embedder;
  const index = await openLanceIndex({ directory, indexVersion, dimensions, mode: 'write' });
  try {
    const { max_tokens: maxTokens } = defaultChunkingSettings;
    const { chunks, texts } = await createSetChunks(name, set, { analyzer, embedder, maxTokens });
    const textOf = new Map(chunks.map(({ id }, at) => [id, texts[at] ?? '']));
    await index.addChunks(name, chunks);
    await index.optimize();
    const noted = new Set(listVocabulary(texts));
    const source = {
      analyzer,
      index,
      organisationId: name,
      filter: undefined,
      isCommonWord,
      filterStoredWords: async (words: readonly string[]) =>
        words.filter((word) => noted.has(word)),
    };
    const shownTexts = async (text: string) => {
      const terms = analyzer.indexQuery(text);
      const hits = await index.searchKeyword(name, terms, { limit: shown });
      return hits.map(({ chunkId }) => textOf.get(chunkId) ?? '');
    };
    const known = new Set<string>();
    const correct = async (text: string, texts: readonly string[]) => {
      const found = await findCorrections(source, text, { shownTexts: texts, known });
      return replaceWords(text, new Map(found.map(({ word, instead }) => [word, instead])));
    };
    const correctAll = async (queries: readonly string[]) => {
      const corrected: string[] = [];
      const texts = await Promise.all(queries.map(shownTexts));
      const took: number[] = [];
      const before = process.cpuUsage();
      for (const [at, query] of queries.entries()) {
        const started = performance.now();
        corrected.push(await correct(query, texts[at] ?? []));
        took.push(performance.now() - started);
      }
      const { user, system } = process.cpuUsage(before);
      return {
        corrected,
        cpuMs: (user + system) / 1000 / queries.length,
        median: took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0,
      };
    };

    const random = createRandom(seed);
    const clean = set.queries.map(({ text }) => text);
    const mistyped = clean.map((text) => mistypeQuery(text, random));
    const cleanAfter = await correctAll(clean);
    const mistypedAfter = await correctAll(mistyped);
    const searchAll = (queries: readonly string[]) =>
      Promise.all(
        queries.map(async (query) => ({
          keyword: await index.searchKeyword(name, analyzer.indexQuery(query), { limit }),
          dense: await index.searchDense(name, await embedder.embedQuery(query), { limit }),
        })),
      );
    const changed = clean.flatMap((text, at) => (cleanAfter.corrected[at] === text ? [] : [at]));
    const part = { ...set, queries: changed.flatMap((at) => set.queries[at] ?? []) };
    for (const mode of ['keyword', 'hybrid'] as const) {
      const denseWeight = mode === 'keyword' ? 0 : embedder.denseWeight;
      const rate = async (judged: typeof set, queries: readonly string[]) => {
        const rankings = await searchAll(queries);
        const ranked = rankings.map((each) =>
          fuse(mode === 'keyword' ? { ...each, dense: [] } : each, {
            method: 'relative',
            denseWeight,
          }),
        );
        return rateRankings(judged, ranked).ndcg.toFixed(4);
      };
      const pick = (queries: readonly string[]) => changed.map((at) => queries[at] ?? '');
      const cells = [
        name,
        mode,
        await rate(set, clean),
        await rate(set, mistyped),
        await rate(set, mistypedAfter.corrected),
        `${changed.length} of ${clean.length}`,
        `${await rate(part, pick(clean))}, ${await rate(part, pick(cleanAfter.corrected))}`,
        cleanAfter.cpuMs.toFixed(1),
        mistypedAfter.cpuMs.toFixed(1),
        `${cleanAfter.median.toFixed(1)}, ${mistypedAfter.median.toFixed(1)}`,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  } finally {
    await index.close();
    await embedder.close();
    await rm(directory, { recursive: true });
  }
}
