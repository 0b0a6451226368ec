import { measureAnswers } from './answers/measure-answers.ts';
import { measureCitations } from './answers/measure-citations.ts';
import { measureChat } from './chat/measure-chat.ts';
import { MissingDataError } from './data/real-texts.ts';
import { measureIndex } from './index/measure-index.ts';
import { measureIngest } from './ingest/measure-ingest.ts';
import { measureMixed } from './ingest/measure-mixed.ts';
import { measureMcp } from './mcp/measure-mcp.ts';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { measureTables } from './parsing/measure-tables.ts';
import { report } from './report.ts';
import { measureRouting } from './routing/measure-routing.ts';
import { measureRerank } from './search/measure-rerank.ts';
import { measureSearch } from './search/measure-search.ts';
import { measureSite } from './site/measure-site.ts';
import { type BenchSuite, startBenchSuite, useRunningSuite } from './suite/bench-suite.ts';

type SuiteMeasure = (suite: BenchSuite, options: BenchOptions) => Promise<void>;

const measures: Record<Exclude<BenchOptions['measure'], 'index' | 'tables'>, SuiteMeasure> = {
  search: measureSearch,
  rerank: measureRerank,
  ingest: measureIngest,
  mixed: measureMixed,
  chat: measureChat,
  mcp: measureMcp,
  answers: measureAnswers,
  citations: measureCitations,
  routing: measureRouting,
  site: measureSite,
};

function parseOptions(): BenchOptions | undefined {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch {
    console.error(usage);
    return undefined;
  }
}

async function runMeasure(options: BenchOptions): Promise<void> {
  try {
    if (options.measure === 'index') await measureIndex(options);
    else if (options.measure === 'tables') await measureTables();
    else await measureSuite(measures[options.measure], options);
  } catch (error) {
    if (!(error instanceof MissingDataError)) throw error;
    report(options.measure, { skipped: error.message });
  }
}

async function measureSuite(measure: SuiteMeasure, options: BenchOptions): Promise<void> {
  await using suite =
    options.url && options.apiKey
      ? await useRunningSuite(options.url, options.apiKey.split(',')[0] ?? '')
      : await startBenchSuite(options.home);
  await measure(suite, options);
}

const options = parseOptions();
if (options) await runMeasure(options);
else process.exitCode = 2;
if (process.connected) process.disconnect();
