// Measures search and abstention on the conversations of MTRAG-UN: is a named passage among the
// first five, and how many answerable and unanswerable questions are refused by their evidence?
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toRetrievalQuery } from '@lectern/answering';
import { searchResponseSchema } from '@lectern/contracts';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { supportsAnswer, weighEvidence } from '@lectern/retrieval/evidence';
import { z } from 'zod';
import { readOptions } from '../options.ts';
import { startBenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';
import { parseLines } from './question-rows.ts';

const maxLoadMs = 600_000;
const passagesWeighed = 8;
const textSchema = z.object({ _id: z.string(), title: z.string(), text: z.string() });
const taskSchema = z.object({
  question: z.string(),
  history: z.array(z.object({ question: z.string(), answer: z.string() })),
  answerability: z.string(),
  passages: z.array(z.string()),
});

interface JudgedTask extends z.output<typeof taskSchema> {
  /** Rank of the first named passage from 0; -1 where none was found. */
  readonly rank: number;
  readonly isRefused: boolean;
}

const { data, home } = readOptions(['search', ...process.argv.slice(2)], process.env);
const readLines = async <Row>(name: string, schema: z.ZodType<Row>) =>
  parseLines(await readFile(join(data, 'mtrag-un', name), 'utf8'), schema);
await using suite = await startBenchSuite(home);
using caller = new JsonCaller(suite.url, suite.apiKey, 1);
const texts = await readLines('corpus.jsonl', textSchema);
const { id: collectionId } = await loadCollection(suite, 'mtrag', {
  documents: texts.map(({ _id, title, text }) => ({
    external_id: _id,
    title: title || _id,
    text,
  })),
  maxMs: maxLoadMs,
});
const analyzer = createAnalyzer();
const tasks = await readLines('tasks.jsonl', taskSchema);
const judged: JudgedTask[] = [];
for (const task of tasks.filter(({ history }) => history.length > 0)) {
  const { question, history } = task;
  const query = toRetrievalQuery(question, history);
  const body = { query, limit: 16, collection_filter: { collection_ids: [collectionId] } };
  const answer = await caller.post({ path: '/api/search', body });
  const { chunks } = searchResponseSchema.parse(JSON.parse(answer));
  const ids = [...new Set(chunks.map(({ metadata }) => metadata?.external_id ?? ''))];
  const sources = chunks.slice(0, passagesWeighed).map((chunk) => ({
    title: [chunk.document_title, chunk.metadata?.section].filter(Boolean).join(' > '),
    text: chunk.text,
  }));
  judged.push({
    ...task,
    rank: ids.findIndex((id) => task.passages.includes(id)),
    isRefused: !supportsAnswer(weighEvidence(analyzer, { question, query }, sources)),
  });
}
const share = (of: readonly JudgedTask[], test: (one: JudgedTask) => boolean) =>
  (of.filter(test).length / of.length).toFixed(3);
const named = judged.filter(({ passages }) => passages.length > 0);
const reciprocal = named.map(({ rank }) => (rank < 0 ? 0 : 1 / (rank + 1)));
console.log(
  `follow-ups with a named passage: ${named.length}, among the first five ${share(named, ({ rank }) => rank >= 0 && rank < 5)}, MRR ${(reciprocal.reduce((a, b) => a + b, 0) / named.length).toFixed(3)}`,
);
for (const kind of ['ANSWERABLE', 'UNANSWERABLE', 'PARTIAL']) {
  const of = judged.filter(({ answerability }) => answerability === kind);
  console.log(`${kind}: ${of.length}, refused ${share(of, ({ isRefused }) => isRefused)}`);
}
