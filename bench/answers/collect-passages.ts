// Writes what fit-evidence.ts reads: the questions over the real documents and a part of XQuAD, with
// the passages that a suite finds for each; XQuAD's once more without the right paragraph, and some
// as follow-ups of another question about the same paragraph.
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { toRetrievalQuery } from '@lectern/answering';
import { type SearchResponse, searchResponseSchema } from '@lectern/contracts';
import { z } from 'zod';
import { readSet } from '../data/real-texts.ts';
import { readOptions } from '../options.ts';
import { type BenchSuite, startBenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';
import { type FollowUpLanguage, makeFollowUp } from './make-follow-ups.ts';
import type { PassageCase } from './passage-cases.ts';
import { parseLines, readQuestionRows } from './question-rows.ts';
import { uploadDocuments } from './upload-documents.ts';

const loadMaxMs = 600_000;
const passagesKept = 8;
/** One paragraph in so many questions is enough. */
const questionsSkipped = 6;
const followUpsSkipped = 6;
const languages: readonly FollowUpLanguage[] = ['en', 'ru', 'zh'];
const answerSchema = z.object({ 'query-id': z.string(), answer: z.string(), start: z.number() });

const [file, ...rest] = process.argv.slice(2);
if (!file)
  throw new Error('node bench/answers/collect-passages.ts FILE [--data FOLDER] [--home FOLDER]');
const { data, home } = readOptions(['search', ...rest], process.env);
await using suite = await startBenchSuite(home);
using caller = new JsonCaller(suite.url, suite.apiKey, 1);
const out = createWriteStream(file);
await writeQuestions(await uploadDocuments(suite, data, loadMaxMs));
for (const language of languages) await writeXquad(suite, language);
out.end();
await finished(out);

async function search(query: string, collectionId: string): Promise<SearchResponse['chunks']> {
  const text = await caller.post({
    path: '/api/search',
    body: { query, limit: 2 * passagesKept, collection_filter: { collection_ids: [collectionId] } },
  });
  return searchResponseSchema.parse(JSON.parse(text)).chunks;
}

function write(row: PassageCase): void {
  out.write(`${JSON.stringify({ ...row, passages: row.passages.slice(0, passagesKept) })}\n`);
}

async function writeQuestions(collectionId: string): Promise<void> {
  for (const row of await readQuestionRows(data)) {
    const query = toRetrievalQuery(row.question, row.history);
    const passages = await search(query, collectionId);
    write({
      ...row,
      set: 'questions',
      query,
      isFollowUp: row.history.length > 0,
      unanswerable: row.unanswerable_type ?? null,
      passages: passages.map((chunk) => ({ ...toPassage(chunk), answerAt: null, mayAnswer: true })),
    });
  }
  console.error('collected the questions over documents');
}

async function writeXquad(of: BenchSuite, language: FollowUpLanguage): Promise<void> {
  const set = `xquad/${language}`;
  const { documents, queries } = await readSet(data, set);
  const answers = parseLines(
    await readFile(join(data, 'retrieval', set, 'answers.jsonl'), 'utf8'),
    answerSchema,
  );
  const answerOf = new Map(answers.map((answer) => [answer['query-id'], answer]));
  const collection = await loadCollection(of, set, {
    documents: documents.map(({ id, title, text }) => ({
      external_id: id,
      title: title || id,
      text,
    })),
    maxMs: loadMaxMs,
  });
  for (const { id, text: question, judgements } of queries.filter(
    (_, at) => at % questionsSkipped === 0,
  )) {
    const answer = answerOf.get(id);
    const right = new Set(judgements.keys());
    if (!answer) continue;
    const passages = (await search(question, collection.id)).map((chunk) => {
      const mayAnswer = right.has(chunk.metadata?.external_id ?? '');
      return { ...toPassage(chunk), mayAnswer, answerAt: mayAnswer ? answer.start : null };
    });
    const row = {
      set,
      id,
      question,
      query: question,
      isFollowUp: false,
      history: [],
      match: 'any' as const,
      answers: [answer.answer],
    };
    write({ ...row, unanswerable: null, passages });
    write({ ...row, unanswerable: 'twin', passages: passages.filter((one) => !one.mayAnswer) });
  }
  const byParagraph = Map.groupBy(
    queries.flatMap(({ id, text, judgements }) => {
      const answer = answerOf.get(id);
      const [paragraph] = judgements.keys();
      return answer && paragraph ? [{ id, text, paragraph, ...answer }] : [];
    }),
    ({ paragraph }) => paragraph,
  );
  const followUps = [...byParagraph].flatMap(([paragraph, asked]) =>
    asked.flatMap((second, at) => {
      const first = asked[at - 1];
      const made = first && makeFollowUp(language, first, second);
      return made ? [{ ...made, paragraph, start: second.start }] : [];
    }),
  );
  for (const followUp of followUps.filter((_, at) => at % followUpsSkipped === 0)) {
    const { question, history } = followUp;
    const query = toRetrievalQuery(question, history);
    write({
      set: `follow-ups/${language}`,
      id: followUp.id,
      question,
      query,
      history: [...history],
      isFollowUp: true,
      unanswerable: null,
      match: 'any',
      answers: [followUp.answer],
      passages: (await search(query, collection.id)).map((chunk) => {
        const mayAnswer = chunk.metadata?.external_id === followUp.paragraph;
        return { ...toPassage(chunk), mayAnswer, answerAt: mayAnswer ? followUp.start : null };
      }),
    });
  }
  console.error(`collected ${set}`);
}

function toPassage(chunk: SearchResponse['chunks'][number]) {
  const title = [chunk.document_title, chunk.metadata?.section].filter(Boolean).join(' > ');
  return { title, text: chunk.text };
}
