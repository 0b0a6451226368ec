import { createAnalyzer } from '@lectern/retrieval/analysis';
import { checkStatements } from '../src/research/synthesis/check-statements.ts';
import type { RecordSource } from '../src/research/synthesis/record-source.ts';

const analyzer = createAnalyzer();

/** Why a statement of a model, which cites source `n`, is taken out; undefined where it stays. */
export function whyRemoved(
  statement: string,
  {
    sources,
    n = 1,
  }: { readonly sources: readonly RecordSource[]; readonly n?: number | undefined },
): string | undefined {
  return checkStatements(`${statement} [${n}].`, {
    analyzer,
    sources,
    counts: new Set(),
    asked: new Set(),
    question: '',
    isComposed: false,
  }).removed[0]?.reason;
}
