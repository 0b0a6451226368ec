/** A stretch of one corpus, in code points. */
export interface Span {
  readonly corpus: string;
  readonly start: number;
  readonly end: number;
}

export interface Question {
  readonly text: string;
  readonly references: readonly Span[];
}

export interface Score {
  readonly recall: number;
  readonly precision: number;
  readonly iou: number;
}

/** Scores how much of the references the retrieved chunks contain. Overlaps count twice, as published. */
export function scoreRetrieved(question: Question, retrieved: readonly Span[]): Score {
  const wanted = lengthOf(question.references);
  const found = lengthOf(
    merge(question.references.flatMap((reference) => intersections(reference, retrieved))),
  );
  const taken = lengthOf(retrieved);
  return {
    recall: found / wanted,
    precision: taken === 0 ? 0 : found / taken,
    iou: found / (taken + wanted - found),
  };
}

/** Precision if exactly the chunks that touch a reference were retrieved: the chunker's ceiling. */
export function precisionOmega(question: Question, chunks: readonly Span[]): number {
  const touching = chunks.filter((chunk) =>
    question.references.some((reference) => intersections(reference, [chunk]).length > 0),
  );
  const covered = lengthOf(
    merge(question.references.flatMap((reference) => intersections(reference, touching))),
  );
  const uncovered = lengthOf(merge(question.references)) - covered;
  return covered / (lengthOf(merge(touching)) + uncovered);
}

function intersections(span: Span, others: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const other of others) {
    const start = Math.max(span.start, other.start);
    const end = Math.min(span.end, other.end);
    if (span.corpus === other.corpus && start < end)
      found.push({ corpus: span.corpus, start, end });
  }
  return found;
}

function merge(spans: readonly Span[]): Span[] {
  const merged: { corpus: string; start: number; end: number }[] = [];
  const sorted = spans.toSorted((a, b) => a.corpus.localeCompare(b.corpus) || a.start - b.start);
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || last.corpus !== span.corpus || span.start > last.end) {
      merged.push({ ...span });
    } else last.end = Math.max(last.end, span.end);
  }
  return merged;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.end - span.start, 0);
}
