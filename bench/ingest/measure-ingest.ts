import { readSet } from '../data/real-texts.ts';
import { readChildrenCpuMs, readUsage } from '../measure/process-usage.ts';
import { round, spreadCpu } from '../measure/summarise.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { readIngestStages } from '../suite/ingest-stages.ts';
import { loadCollection } from '../suite/loaded-collection.ts';
import { measureEmbedding } from './measure-embedding.ts';

const loadMaxMs = 600_000;
const warmUpDocuments = 100;

/** Ingests the Cranfield corpus, and tells where the time goes. */
export async function measureIngest(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const { documents } = await readSet(options.data, 'cranfield');
  const texts = documents
    .slice(0, options.count)
    .map(({ id, title, text }) => ({ external_id: id, title, text }));
  await loadCollection(suite, 'Bench warm-up', {
    documents: texts.slice(0, warmUpDocuments),
    maxMs: loadMaxMs,
  });

  const before = await readState(suite);
  const loaded = await loadCollection(suite, 'Bench ingest', {
    documents: texts,
    maxMs: loadMaxMs,
  });
  const after = await readState(suite);
  report('ingest', {
    documents: loaded.documents,
    failed: loaded.failed,
    chunks: loaded.chunks,
    seconds: round(loaded.elapsedMs / 1000),
    documents_per_second: round(loaded.documents / (loaded.elapsedMs / 1000)),
  });
  if (!before || !after) return;

  const perDocument = (totalMs: number) => round(totalMs / texts.length);
  const cpu = spreadCpu(before.usage, after.usage, texts.length);
  const parsing = perDocument(after.parserCpuMs - before.parserCpuMs);
  const embedding = perDocument(await measureEmbedding(texts));
  report('ingest.cpu', {
    cpu_ms_per_document: cpu.total,
    cpu_ms_by_process: cpu.byProcess,
    parsing_cpu_ms_per_document: parsing,
    embedding_cpu_ms_per_document: embedding,
    beside_parsing_and_embedding_cpu_ms_per_document: round(cpu.total - parsing - embedding),
    rss_mb: after.usage.rssMb,
    pss_mb: after.usage.pssMb,
  });
  report('ingest.stages', {
    wall_ms_per_document: Object.fromEntries(
      [...after.stages].map(([stage, ms]) => [
        stage,
        perDocument(ms - (before.stages.get(stage) ?? 0)),
      ]),
    ),
  });
}

/** Undefined for a suite whose processes are not known. */
async function readState(suite: BenchSuite) {
  const { worker } = suite.processes();
  const usage = readUsage(suite.processes());
  if (!suite.local || !usage || worker === undefined) return undefined;
  return {
    usage,
    parserCpuMs: readChildrenCpuMs(worker),
    stages: await readIngestStages(suite.local),
  };
}
