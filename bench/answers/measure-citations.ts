import { isDeepStrictEqual } from 'node:util';
import type { documentTextSchema } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import type { z } from 'zod';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { askAtDoors, type DoorAnswer } from './answer-doors.ts';
import { readQuestionRows } from './question-rows.ts';
import { uploadDocuments } from './upload-documents.ts';

const uploadMaxMs = 600_000;
const callTimeoutMs = 60_000;

/**
 * Asks the questions over the real documents at every door. Counts the answers whose words, refusal
 * or citations differ from those of `/api/ask`, and the quotes that do not stand in the document's
 * text, on the page and at the offsets that the citation names.
 */
export async function measureCitations(suite: BenchSuite, options: BenchOptions): Promise<void> {
  await uploadDocuments(suite, options.data, uploadMaxMs);
  const rows = (await readQuestionRows(options.data)).filter(({ history }) => history.length === 0);
  const differences = new Map<string, number>();
  const misplaced: string[] = [];
  const texts = new Map<string, DocumentText>();
  let citations = 0;
  const asked = rows.slice(0, options.count);
  for (const { id, question } of asked) {
    const { ask, ...others } = await askAtDoors(suite, question);
    if (!ask) continue;
    for (const [door, given] of Object.entries(others)) {
      const field = findDifference(ask, given);
      differences.set(door, (differences.get(door) ?? 0) + Number(field !== undefined));
      if (field) console.error(`${id} ${door}: ${field} differs`);
    }
    for (const citation of ask.citations) {
      citations += 1;
      const text = texts.get(citation.document_id) ?? (await readText(suite, citation.document_id));
      texts.set(citation.document_id, text);
      const { page, start, end } = citation;
      const isThere = text.characters.slice(start, end).join('') === citation.quote;
      if (!isThere || page !== pageAt(text, start)) misplaced.push(`${id} [${citation.n}]`);
    }
  }
  report('citations', {
    questions: asked.length,
    citations,
    misplaced,
    differences: Object.fromEntries(differences),
  });
}

function findDifference(ask: DoorAnswer, given: DoorAnswer): keyof DoorAnswer | undefined {
  return (['abstained', 'answer', 'citations'] as const).find(
    (field) => !isDeepStrictEqual(ask[field], given[field]),
  );
}

interface DocumentText {
  readonly characters: readonly string[];
  readonly pages: z.output<typeof documentTextSchema>['pages'];
}

async function readText(suite: BenchSuite, id: string): Promise<DocumentText> {
  const client = createClient({
    baseUrl: suite.url,
    paths: 'gateway',
    retries: 3,
    timeoutMs: callTimeoutMs,
  });
  const { pages } = await client.call('getDocumentText', { token: suite.apiKey, params: { id } });
  return { pages, characters: Array.from(pages.map(({ text }) => text).join('')) };
}

function pageAt({ pages }: DocumentText, offset: number): number | null {
  return pages.findLast(({ start }) => start <= offset)?.page ?? null;
}
