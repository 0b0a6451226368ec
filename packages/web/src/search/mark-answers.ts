import type { EvaluationAnswer, FoundChunk } from '@lectern/contracts';

/**
 * The mark of a result: not an answer, correct by its passage, or correct by any part of its
 * document.
 */
export type AnswerMark = 'none' | 'passage' | 'document';

type Place = Pick<FoundChunk, 'document_id' | 'metadata'>;

export function findMark(
  { document_id, metadata }: Place,
  answers: readonly EvaluationAnswer[],
): AnswerMark {
  const own = answers.filter((answer) => answer.document_id === document_id);
  if (own.some(({ start }) => start === undefined)) return 'document';
  const { start = 0, end = 0 } = metadata ?? {};
  return own.some((answer) => (answer.start ?? 0) < end && start < (answer.end ?? 0))
    ? 'passage'
    : 'none';
}

/** Returns the correct answers after a result gets this mark. */
export function withMark(
  place: Place,
  mark: AnswerMark,
  answers: readonly EvaluationAnswer[],
): readonly EvaluationAnswer[] {
  const { document_id, metadata } = place;
  const others = answers.filter(
    (answer) =>
      answer.document_id !== document_id ||
      (mark !== 'document' && findMark(place, [answer]) === 'none'),
  );
  if (mark === 'none') return others;
  if (mark === 'document' || !metadata) return [...others, { document_id }];
  return [...others, { document_id, start: metadata.start, end: metadata.end }];
}
