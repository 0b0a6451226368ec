import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** A right answer: a document, or a passage of it where it has a start. */
export interface StoredAnswer {
  readonly id: string;
  readonly document_id: string;
  readonly document_title: string;
  /** Version of the document when the answer was marked, and the version that answers now. */
  readonly version: number;
  readonly current_version: number;
  readonly start_offset: number | null;
  readonly end_offset: number | null;
}

/** Loads answers by question. Answers in deleted documents are removed with them. */
export async function loadAnswers(
  database: Database | DatabaseTransaction,
  questionIds: readonly string[],
): Promise<Map<string, StoredAnswer[]>> {
  if (questionIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('rag.evaluation_answers as a')
    .innerJoin('rag.documents as d', 'd.id', 'a.document_id')
    .leftJoin('rag.revisions as r', 'r.id', 'd.active_revision')
    .select([
      'a.id',
      'a.question_id',
      'a.document_id',
      'd.title as document_title',
      'a.version',
      'a.start_offset',
      'a.end_offset',
    ])
    .select(({ fn }) => fn.coalesce('r.version', 'd.version').as('current_version'))
    .where('a.question_id', 'in', [...questionIds])
    .where('d.deleted_at', 'is', null)
    .orderBy('d.title')
    .orderBy('a.start_offset')
    .orderBy('a.id')
    .execute();
  return Map.groupBy(rows, ({ question_id }) => question_id);
}
