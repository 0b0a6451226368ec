import { appendFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { askResponseSchema, type Citation, chatResponseSchema } from '@lectern/contracts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { holdsAnswer } from './judge-answer.ts';
import { type QuestionRow, readQuestionRows } from './question-rows.ts';
import { uploadDocuments } from './upload-documents.ts';

const uploadMaxMs = 600_000;

interface GivenAnswer {
  readonly text: string;
  readonly evidence?: number | undefined;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  /** Why there is no answer. */
  readonly error?: string;
}

interface Outcome {
  readonly row: QuestionRow;
  readonly ask: GivenAnswer;
  /** None for follow-ups, whose history a new conversation lacks. */
  readonly chat: GivenAnswer | undefined;
}

/** Asks the questions over the real documents by `/api/ask` and in chat, and counts what is right. */
export async function measureAnswers(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const rows = await readQuestionRows(options.data);
  const collectionId = await uploadDocuments(suite, options.data, uploadMaxMs);
  using caller = new JsonCaller(suite.url, suite.apiKey, 1);
  const filter = { collection_filter: { collection_ids: [collectionId] } };
  if (options.details) await rm(options.details, { force: true });
  const asked = rows.slice(0, options.count);
  const outcomes: Outcome[] = [];
  for (const [index, row] of asked.entries()) {
    const outcome = await askBothWays(caller, row, filter);
    outcomes.push(outcome);
    if (options.details) await appendFile(options.details, toLine(outcome));
    const { error } = outcome.ask;
    const verdict = tellVerdict(row, outcome.ask) + (error ? ` (${error})` : '');
    console.error(`${index + 1} of ${asked.length}, ${row.id} ${verdict}: ${row.question}`);
  }
  report('answers', { all: summarise(outcomes) });
  for (const key of ['kind', 'language'] as const) {
    const groups = Map.groupBy(outcomes, ({ row }) => row[key]);
    report(
      `answers by ${key}`,
      Object.fromEntries([...groups].map(([name, of]) => [name, summarise(of)])),
    );
  }
}

async function askBothWays(caller: JsonCaller, row: QuestionRow, filter: object): Promise<Outcome> {
  const history = row.history.flatMap(({ question, answer }) => [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ]);
  const ask = await orError(askOnce(caller, { question: row.question, history, ...filter }));
  if (history.length > 0) return { row, ask, chat: undefined };
  return { row, ask, chat: await orError(chatOnce(caller, { message: row.question, ...filter })) };
}

/** A model that fails at one question must not lose the answers to the others. */
async function orError(given: Promise<GivenAnswer>): Promise<GivenAnswer> {
  try {
    return await given;
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause);
    return { text: '', abstained: false, citations: [], error };
  }
}

async function askOnce(caller: JsonCaller, body: object): Promise<GivenAnswer> {
  const given = askResponseSchema.parse(JSON.parse(await caller.post({ path: '/api/ask', body })));
  return { text: given.answer, ...given };
}

function toLine(outcome: Outcome): string {
  const { row, ask } = outcome;
  const verdict = tellVerdict(row, ask);
  const page_right = row.page == null ? null : citesPage(outcome);
  return `${JSON.stringify({ ...row, verdict, page_right, given: ask })}\n`;
}

async function chatOnce(caller: JsonCaller, body: object): Promise<GivenAnswer> {
  const text = await caller.post({ path: '/api/chat/mcp', body });
  const given = chatResponseSchema.parse(JSON.parse(text));
  return { text: given.answer, ...given };
}

type Verdict = 'right' | 'wrong' | 'wrongly refused' | 'answered without an answer' | 'failed';

function tellVerdict(row: QuestionRow, { text, abstained, error }: GivenAnswer): Verdict {
  if (error) return 'failed';
  if (row.unanswerable_type) return abstained ? 'right' : 'answered without an answer';
  if (abstained) return 'wrongly refused';
  return holdsAnswer(row, text) ? 'right' : 'wrong';
}

function summarise(outcomes: readonly Outcome[]) {
  const answerable = outcomes.filter(({ row }) => !row.unanswerable_type);
  const unanswerable = outcomes.filter(({ row }) => row.unanswerable_type);
  const near = unanswerable.filter(({ row }) => row.unanswerable_type === 'near');
  const paged = answerable.filter(
    ({ row, ask }) => row.page != null && !ask.abstained && !ask.error,
  );
  return {
    questions: outcomes.length,
    failed: outcomes.filter(({ ask }) => ask.error).length,
    right: share(answerable, ({ row, ask }) => tellVerdict(row, ask) === 'right'),
    wrongly_refused: share(answerable, ({ ask }) => ask.abstained),
    unanswerable_refused: share(unanswerable, ({ ask }) => ask.abstained),
    near_misses_refused: share(near, ({ ask }) => ask.abstained),
    cited_page_right: share(paged, citesPage),
    follow_ups_right: share(
      answerable.filter(({ row }) => row.history.length > 0),
      ({ row, ask }) => tellVerdict(row, ask) === 'right',
    ),
    chat_differs: outcomes.filter(({ ask, chat }) => chat && !isSame(ask, chat)).length,
    chat_refuses_otherwise: outcomes.filter(
      ({ ask, chat }) => chat && chat.abstained !== ask.abstained,
    ).length,
  };
}

/** The same words from the same quotes. */
function isSame(a: GivenAnswer, b: GivenAnswer): boolean {
  const quotes = ({ citations }: GivenAnswer) =>
    citations.map(({ document_id, start, end }) => `${document_id} ${start} ${end}`).join();
  return a.text === b.text && quotes(a) === quotes(b);
}

function citesPage({ row, ask }: Outcome): boolean {
  const file = row.file && basename(row.file);
  const otherFiles: readonly unknown[] = row.also_in.map((other) => basename(other));
  const pages: readonly unknown[] = [row.page, ...row.also_pages];
  return ask.citations.some(
    ({ file_name, page }) =>
      (file_name === file && pages.includes(page)) || otherFiles.includes(file_name),
  );
}

function share<Of>(of: readonly Of[], test: (one: Of) => boolean): number | null {
  return of.length === 0 ? null : Number((of.filter(test).length / of.length).toFixed(3));
}
