import type { Embedder } from '@lectern/retrieval';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { measureCurve } from './measure-curve.ts';
import { measureSet } from './measure-set.ts';
import { readRoutingSet } from './read-routing-set.ts';
import type { RoutingReport, SetReport } from './routing-report.ts';

export interface EvaluateRoutingOptions {
  readonly folders: readonly string[];
  /** Numbers of tools, smallest first; none: no curve. */
  readonly curve: readonly number[];
  readonly embedder: Embedder;
}

const draws = 10;

/**
 * Routes the questions of sets by the suite's own router and measures what it finds.
 * @throws RoutingSetError
 */
export async function evaluateRouting({
  folders,
  curve,
  embedder,
}: EvaluateRoutingOptions): Promise<RoutingReport> {
  const reader = { analyzer: createAnalyzer(), embedder };
  const sets = await Promise.all(folders.map(readRoutingSet));
  const reports: SetReport[] = [];
  for (const set of sets) reports.push(await measureSet(reader, set));
  return {
    embedder: embedder.id,
    sets: reports,
    curve: curve.length > 0 ? await measureCurve(reader, sets, { sizes: curve, draws }) : null,
  };
}
