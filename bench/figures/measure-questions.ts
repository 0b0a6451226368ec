import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { toRetrievalQuery } from '@lectern/answering';
import { mean } from '@lectern/evaluation';
import { createAnalyzer, type Embedder } from '@lectern/retrieval';
import { defaultSearchSettings } from '../../services/rag/src/search/search-settings.ts';
import { type QuestionRow, readQuestionRows } from '../answers/question-rows.ts';
import { embedOnce } from '../retrieval/kept-vectors.ts';
import { searchChunks } from '../retrieval/search-set.ts';
import { type DocumentPassage, readDocumentPassages } from './document-passages.ts';
import { findRightPassage } from './find-right-passage.ts';
import { fuseQueries } from './fuse-queries.ts';
import type { MeasuredMode } from './measure-set.ts';

/** Shares of the questions for which the right page of the right file was found. */
export interface PageFigures {
  readonly right_at_1: number;
  readonly right_at_5: number;
  readonly reciprocal_rank: number;
}

export interface QuestionFigures {
  readonly questions: number;
  readonly passages: number;
  readonly modes: Readonly<Record<MeasuredMode, PageFigures>>;
}

/** Passages looked at for the reciprocal rank. */
const depth = 10;
const collectionId = 'documents';

/**
 * Asks the questions over the real documents that have an answer there, those of a conversation with
 * what they lean on, as chat does. Undefined where the data is not there.
 */
export async function measureQuestions(
  data: string,
  embedder: Embedder,
): Promise<QuestionFigures | undefined> {
  const folder = join(data, 'documents');
  if (!existsSync(folder)) return undefined;
  const questions = (await readQuestionRows(data)).filter(({ file }) => file);
  const passages = await readDocumentPassages(folder);
  const analyzer = createAnalyzer();
  const { vectors } = await embedOnce(
    embedder,
    'documents',
    passages.map(({ indexText }) => indexText),
  );
  const chunks = passages.map(({ id, documentId, position, keywordText }, at) => ({
    id,
    documentId,
    revision: '1',
    collectionId,
    position,
    page: null,
    createdAtMs: 0,
    terms: analyzer.indexDocument(keywordText),
    vector: vectors[at] ?? null,
  }));
  const { candidateCount: limit } = defaultSearchSettings;
  const queries = questions.map(({ question, history }) => toRetrievalQuery(question, history));
  const searched = await searchChunks(chunks, queries, { analyzer, embedder, limit });
  const { rankings } = searched;
  const fused = fuseQueries(queries, searched, embedder);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const rate = (found: readonly (readonly { readonly chunkId: string }[])[]) =>
    ratePages(
      questions.map((question, at) =>
        findPlace(
          (found[at] ?? []).slice(0, depth).flatMap(({ chunkId }) => byId.get(chunkId) ?? []),
          question,
        ),
      ),
    );
  return {
    questions: questions.length,
    passages: passages.length,
    modes: {
      keyword: rate(rankings.map(({ keyword }) => keyword)),
      dense: rate(rankings.map(({ dense }) => dense)),
      hybrid: rate(fused),
    },
  };
}

/** Place of the first right passage, from 1; Infinity without one. */
function findPlace(passages: readonly DocumentPassage[], row: QuestionRow): number {
  const { page, also_pages, also_in, answers } = row;
  const pages = page ? [page, ...also_pages] : [];
  const places = [row.file ?? '', ...also_in].map(
    (file, at) =>
      findRightPassage(passages, {
        file: basename(file),
        // Pages are those of the first file.
        pages: at === 0 ? pages : [],
        answers,
      }) ?? Number.POSITIVE_INFINITY,
  );
  return Math.min(...places);
}

function ratePages(places: readonly number[]): PageFigures {
  return {
    right_at_1: mean(places.map((place) => Number(place === 1))),
    right_at_5: mean(places.map((place) => Number(place <= 5))),
    reciprocal_rank: mean(places.map((place) => 1 / place)),
  };
}
