import { writeFile } from 'node:fs/promises';
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
  const outcomes: Outcome[] = [];
  for (const row of rows.slice(0, options.count)) {
    const history = row.history.flatMap(({ question, answer }) => [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ]);
    const asked = askResponseSchema.parse(
      JSON.parse(
        await caller.post({
          path: '/api/ask',
          body: { question: row.question, history, ...filter },
        }),
      ),
    );
    const ask = { text: asked.answer, ...asked };
    const chat =
      history.length > 0 ? undefined : await chatOnce(caller, { message: row.question, ...filter });
    outcomes.push({ row, ask, chat });
    const verdict = tellVerdict(row, ask);
    if (verdict !== 'right') console.error(`${row.id} ${verdict}: ${row.question}`);
  }
  if (options.details) await writeFile(options.details, outcomes.map(toLine).join(''));
  report('answers', { all: summarise(outcomes) });
  for (const key of ['kind', 'language'] as const) {
    const groups = Map.groupBy(outcomes, ({ row }) => row[key]);
    report(
      `answers by ${key}`,
      Object.fromEntries([...groups].map(([name, of]) => [name, summarise(of)])),
    );
  }
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

type Verdict = 'right' | 'wrong' | 'wrongly refused' | 'answered without an answer';

function tellVerdict(row: QuestionRow, { text, abstained }: GivenAnswer): Verdict {
  if (row.unanswerable_type) return abstained ? 'right' : 'answered without an answer';
  if (abstained) return 'wrongly refused';
  return holdsAnswer(row, text) ? 'right' : 'wrong';
}

function summarise(outcomes: readonly Outcome[]) {
  const answerable = outcomes.filter(({ row }) => !row.unanswerable_type);
  const unanswerable = outcomes.filter(({ row }) => row.unanswerable_type);
  const near = unanswerable.filter(({ row }) => row.unanswerable_type === 'near');
  const paged = answerable.filter(({ row, ask }) => row.page != null && !ask.abstained);
  return {
    questions: outcomes.length,
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
