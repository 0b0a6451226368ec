/**
 * Measures search quality and writes `docs/search-figures.md`: the built-in model, and each ONNX
 * model that is named, over the test collections, the questions over real documents and those of
 * chunking. Vectors are kept
 * (`LECTERN_BENCH_CACHE`), and each row is written as it is measured, so that a run may be cut short.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Embedder, embedderConfigShape, openEmbedder } from '@lectern/retrieval';
import { z } from 'zod';
import { findLimit, measureChunkers } from '../chunking/measure-chunkers.ts';
import { readBeir } from '../data/beir.ts';
import { measureQuestions } from './measure-questions.ts';
import { measureSet } from './measure-set.ts';
import { addMeasured, type Circumstances, readMeasured } from './measured.ts';
import { renderPage } from './render-page.ts';

const allSets = 'adi,cisi,cranfield,med,xquad/en,xquad/ru,xquad/zh';
const { values } = parseArgs({
  allowNegative: true,
  options: {
    /** Folders of ONNX models, measured after the built-in one. */
    model: { type: 'string', multiple: true, default: [] },
    /** A name for the model of another server that the `EMBEDDING_` settings tell of, measured last. */
    served: { type: 'string' },
    /** Test collections; an empty one for none. */
    sets: { type: 'string', default: allSets },
    /** Limits of a chunk, measured by BM25 and by each named model; an empty one for none. */
    chunks: { type: 'string', default: '200,250,400' },
    /** Asks the questions over the real documents. */
    questions: { type: 'boolean', default: true },
    /** Leaves the built-in model out. */
    'only-named': { type: 'boolean', default: false },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const data = path.resolve(root, process.env.LECTERN_DATA || '../shared/data');
const chunkersCompared = [
  'recursive',
  'fixed windows',
  'structure',
  'structure, overlap 10 %',
  'structure, overlap 20 %',
];

if (!existsSync(data)) console.log(`skipped: ${data} is not there; set LECTERN_DATA`);
else {
  if (!values['only-named']) {
    const settings = z.object(embedderConfigShape).parse({});
    await measureModel('built-in', settings);
    await measureChunks('BM25');
  }
  for (const folder of values.model) {
    const settings = z
      .object(embedderConfigShape)
      .parse({ EMBEDDING_PROVIDER: 'onnx', EMBEDDING_MODEL: folder });
    await measureModel(path.basename(folder), settings);
  }
  if (values.served) {
    await measureModel(values.served, z.object(embedderConfigShape).parse(process.env));
  }
}

type Settings = Parameters<typeof openEmbedder>[0];

async function measureModel(model: string, settings: Settings): Promise<void> {
  const embedder = await openEmbedder(settings);
  try {
    for (const name of listOf(values.sets)) {
      const set = await readBeir(path.join(data, 'retrieval', name));
      const figures = await measureSet(name, set, embedder);
      const { cpuMs } = figures;
      // The CPU time of another server's processes cannot be read here.
      const isElsewhere = settings.EMBEDDING_PROVIDER === 'openai';
      const seen = isElsewhere ? { ...cpuMs, chunk: null, query: null } : cpuMs;
      await addMeasured({
        sets: [{ model, set: name, ...figures, cpuMs: seen, ...readCircumstances() }],
      });
      await writePage();
      console.log(`${model} ${name}`);
    }
    if (values.questions) await askQuestions(model, embedder);
    if (settings.EMBEDDING_PROVIDER !== 'static') await measureChunks(model, embedder);
  } finally {
    await embedder.close();
  }
}

async function askQuestions(model: string, embedder: Embedder): Promise<void> {
  const figures = await measureQuestions(data, embedder);
  if (!figures) return;
  await addMeasured({ questions: [{ model, ...figures, ...readCircumstances() }] });
  await writePage();
  console.log(`${model} questions`);
}

/** All chunkers at the limits that were asked for, and structure at the mean sizes of recursion. */
async function measureChunks(foundBy: string, embedder?: Embedder): Promise<void> {
  const folder = path.join(data, 'chunking');
  const sizes = listOf(values.chunks).map(Number);
  const matched: number[] = [];
  const measure = async (chunkers: readonly string[], limits: readonly number[]) => {
    for await (const row of measureChunkers({ folder, embedder, chunkers, sizes: limits })) {
      if (row.chunker === 'recursive') {
        matched.push(findLimit(folder, 'structure', row.mean_tokens));
      }
      await addMeasured({ chunkers: [{ found_by: foundBy, ...row, ...readCircumstances() }] });
      await writePage();
      console.log(`${foundBy} ${row.chunker} ${row.max_tokens}`);
    }
  };
  await measure(chunkersCompared, sizes);
  await measure(['structure'], matched);
}

async function writePage(): Promise<void> {
  await writeFile(path.join(root, 'docs/search-figures.md'), renderPage(await readMeasured()));
}

function readCircumstances(): Circumstances {
  const git = ['-C', root, 'rev-parse', '--short=8', 'HEAD'];
  const commit = execFileSync('git', git, { encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  return { commit, day, load: loadavg()[0] ?? 0 };
}

function listOf(names: string): string[] {
  return names.split(',').filter((name) => name !== '');
}
