import type { AskResponse } from '@lectern/contracts';
import type { StreamedOf } from '@lectern/contracts/client';
import type { ReportProgress } from '../ports/knowledge.ts';
import { readStreamedAnswer } from './read-streamed-answer.ts';

/** Minimum interval between two progress reports of an answer. */
const writingPauseMs = 1_000;

/** Returns the answer of a stream and reports its search and writing meanwhile. */
export async function askAndReport(
  events: AsyncIterable<StreamedOf<'ask'>>,
  report: ReportProgress,
): Promise<AskResponse> {
  let written = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return readStreamedAnswer(events, ({ event, data }) => {
    if (event === 'retrieval') report(`Found ${data.chunks.length} passages`);
    if (event !== 'delta') return;
    written += data.text.length;
    if (performance.now() - toldAt < writingPauseMs) return;
    toldAt = performance.now();
    report(`Writing the answer: ${written} characters`);
  });
}
