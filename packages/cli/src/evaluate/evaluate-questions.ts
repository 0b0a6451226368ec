import { mean, median, percentile95 } from '@lectern/evaluation';
import type { Connection } from '../connection/connection.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Terminal } from '../terminal/terminal.ts';
import {
  type Comparison,
  compareWith,
  createScore,
  nameSetting,
  type Score,
  type Setting,
} from './evaluate.ts';
import { findRightPassage } from './find-right-passage.ts';
import type { OwnQuestions } from './questions.ts';

export interface EvaluateQuestionsOptions {
  /** The first is what the others are compared with. */
  readonly settings: readonly Setting[];
  /** Where the documents are; everything that may be read unless given. */
  readonly collectionId: string | undefined;
  /** Searches at once. */
  readonly concurrency: number;
}

export interface QuestionsReport {
  readonly questions: number;
  readonly skipped: number;
  readonly modes: readonly (Setting & {
    /** Share of the questions whose first passage is right, and that have a right one in five. */
    readonly right_at_1: number;
    readonly right_at_5: number;
    /** One over the place of the first right passage among ten, else 0. */
    readonly reciprocal_rank: Score;
    readonly median_search_ms: number;
    readonly p95_search_ms: number;
    /** Reciprocal rank less that of the first setting, question by question. */
    readonly against_first: Comparison | null;
  })[];
}

const maxPassages = 10;

/** Asks a file's questions of documents that are there already, and says how soon the right passage comes. */
export async function evaluateQuestions(
  { connection, terminal }: { readonly connection: Connection; readonly terminal: Terminal },
  { questions, skipped }: OwnQuestions,
  { settings, collectionId, concurrency }: EvaluateQuestionsOptions,
): Promise<QuestionsReport> {
  const progress = terminal.openProgress();
  const modes: QuestionsReport['modes'][number][] = [];
  let first: readonly number[] | undefined;
  try {
    for (const setting of settings) {
      const step = progress.addStep(nameSetting(setting), questions.length);
      let done = 0;
      const found = await mapConcurrently(questions, concurrency, async (question) => {
        const { chunks, search_time_ms } = await connection.call('search', {
          body: {
            query: question.question.slice(0, 2_000),
            ...setting,
            limit: maxPassages,
            ...(collectionId && { collection_filter: { collection_ids: [collectionId] } }),
          },
        });
        done += 1;
        step.update(done);
        return { place: findRightPassage(chunks, question), ms: search_time_ms };
      });
      const ranks = found.map(({ place }) => (place === undefined ? 0 : 1 / place));
      const times = found.map(({ ms }) => ms);
      modes.push({
        ...setting,
        right_at_1: mean(found.map(({ place }) => Number(place === 1))),
        right_at_5: mean(found.map(({ place }) => Number(place !== undefined && place <= 5))),
        reciprocal_rank: createScore(ranks),
        median_search_ms: median(times),
        p95_search_ms: percentile95(times),
        against_first: first ? compareWith(first, ranks) : null,
      });
      first ??= ranks;
    }
  } finally {
    progress.close();
  }
  return { questions: questions.length, skipped, modes };
}
