import { mean } from '@lectern/evaluation';
import type { Connection } from '../connection/connection.ts';
import { findRightPassage } from './find-right-passage.ts';
import type { OwnQuestions } from './questions.ts';
import { type RunSettingsOptions, runSettings, type SearchCost } from './run-settings.ts';
import { type Comparison, compareWith, createScore, type Score } from './scores.ts';
import { searchPassages } from './search-passages.ts';
import type { Setting } from './settings.ts';

export interface EvaluateQuestionsOptions extends RunSettingsOptions {
  /** Where the documents are; everything that may be read unless given. */
  readonly collectionId: string | undefined;
}

export interface QuestionsReport {
  readonly questions: number;
  readonly skipped: number;
  readonly modes: readonly (Setting &
    SearchCost & {
      /** Share of the questions whose first passage is right, and that have a right one in five. */
      readonly right_at_1: number;
      readonly right_at_5: number;
      /** One over the place of the first right passage among ten, else 0. */
      readonly reciprocal_rank: Score;
      /** Reciprocal rank less that of the first setting, question by question. */
      readonly against_first: Comparison | null;
    })[];
}

const maxPassages = 10;

/** Asks a file's questions of documents that are there already, and says how soon the right passage comes. */
export async function evaluateQuestions(
  connection: Connection,
  { questions, skipped }: OwnQuestions,
  { collectionId, ...options }: EvaluateQuestionsOptions,
): Promise<QuestionsReport> {
  const runs = await runSettings(questions, options, async (question, setting) => {
    const { chunks, searchTimeMs } = await searchPassages(connection, question.question, {
      setting,
      collectionId,
      limit: maxPassages,
    });
    return { place: findRightPassage(chunks, question), searchTimeMs };
  });
  const ranks = runs.map(({ found }) =>
    found.map(({ place }) => (place === undefined ? 0 : 1 / place)),
  );
  const modes = runs.map(({ setting, found, cost }, at) => ({
    ...setting,
    right_at_1: mean(found.map(({ place }) => Number(place === 1))),
    right_at_5: mean(found.map(({ place }) => Number(place !== undefined && place <= 5))),
    reciprocal_rank: createScore(ranks[at] ?? []),
    ...cost,
    against_first: compareWith(ranks[0] ?? [], ranks[at] ?? []),
  }));
  return { questions: questions.length, skipped, modes };
}
