import type { FoundChunk } from '@lectern/contracts';
import type { Connection } from '../../connection/connection.ts';
import { type RunSettingsOptions, runSettings } from '../run-settings.ts';
import { searchPassages } from '../search-passages.ts';
import { findJudged } from './find-judged.ts';
import type { JudgedPassage } from './judged-file.ts';

export interface PoolOptions extends RunSettingsOptions {
  readonly collectionId: string | undefined;
  /** How many of the first passages of each setting are to be judged. */
  readonly depth: number;
}

/**
 * The first passages that each of the settings finds for each question, each once, without a
 * judgement; those that `known` has are left out. They come by document and place, so that a judge
 * neither sees which setting found a passage nor how high.
 */
export async function poolPassages(
  connection: Connection,
  { questions, known }: Pool,
  { collectionId, depth, ...options }: PoolOptions,
): Promise<JudgedPassage[]> {
  const runs = await runSettings(questions, options, (question, setting) =>
    searchPassages(connection, question, { setting, collectionId, limit: depth }),
  );
  const knownOf = Map.groupBy(known, ({ question }) => question);
  return questions.flatMap((question, at) => {
    const before = knownOf.get(question) ?? [];
    const pooled: JudgedPassage[] = [];
    for (const chunk of runs.flatMap(({ found }) => found[at]?.chunks ?? [])) {
      if (!findJudged(chunk, [...before, ...pooled])) pooled.push(toUnjudged(question, chunk));
    }
    return pooled.toSorted(
      (a, b) =>
        a.document.localeCompare(b.document) ||
        a.document_id.localeCompare(b.document_id) ||
        a.start - b.start,
    );
  });
}

export interface Pool {
  /** Each once. */
  readonly questions: readonly string[];
  readonly known: readonly JudgedPassage[];
}

function toUnjudged(question: string, chunk: FoundChunk): JudgedPassage {
  const { text, document_id, document_title, metadata } = chunk;
  return {
    judgement: null,
    question,
    document: document_title,
    page: metadata?.page ?? null,
    passage: text,
    document_id,
    version: metadata?.version ?? 1,
    start: metadata?.start ?? 0,
    end: metadata?.end ?? [...text].length,
  };
}
