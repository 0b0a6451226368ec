import { readSet } from '../data/real-texts.ts';
import { readUsage } from '../measure/process-usage.ts';
import { round, spreadCpu } from '../measure/summarise.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { readIngestStages } from '../suite/ingest-stages.ts';
import { loadCollection } from '../suite/loaded-collection.ts';

const loadMaxMs = 600_000;
const warmUpDocuments = 100;
/** What any product pays for the same texts and model. */
const givenStages = ['parse', 'embed'];

/** Ingests the Cranfield corpus, and tells where the time goes. */
export async function measureIngest(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const { documents } = await readSet(options.data, 'cranfield');
  const texts = documents
    .slice(0, options.count)
    .map(({ id, title, text }) => ({ external_id: id, title, text }));
  await loadCollection(suite, 'Bench warm-up', texts.slice(0, warmUpDocuments), loadMaxMs);

  const stagesBefore = suite.local && (await readIngestStages(suite.local));
  const before = readUsage(suite.processes());
  const loaded = await loadCollection(suite, 'Bench ingest', texts, loadMaxMs);
  const after = readUsage(suite.processes());
  const stagesAfter = suite.local && (await readIngestStages(suite.local));

  const perDocument = (totalMs: number) => round(totalMs / texts.length);
  const stages =
    stagesBefore &&
    stagesAfter &&
    [...stagesAfter].map(([stage, ms]) => [
      stage,
      perDocument(ms - (stagesBefore.get(stage) ?? 0)),
    ]);
  const cpu = before && after && spreadCpu(before, after, texts.length);
  const cpuMs = cpu?.total ?? null;
  const givenMs = stages
    ?.filter(([stage]) => givenStages.includes(String(stage)))
    .reduce((sum, [, ms]) => sum + Number(ms), 0);
  report('ingest', {
    documents: loaded.documents,
    failed: loaded.failed,
    chunks: loaded.chunks,
    seconds: round(loaded.elapsedMs / 1000),
    documents_per_second: round(loaded.documents / (loaded.elapsedMs / 1000)),
    cpu_ms_per_document: cpuMs,
    ...(cpu && { cpu_ms_by_process: cpu.byProcess }),
    stage_ms_per_document: stages ? Object.fromEntries(stages) : null,
    cpu_ms_per_document_beside_parsing_and_embedding:
      cpuMs !== null && givenMs !== undefined ? round(cpuMs - givenMs) : null,
    rss_mb: after?.rssMb ?? null,
  });
}
