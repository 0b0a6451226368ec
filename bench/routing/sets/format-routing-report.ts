import type { CurvePoint, RoutingReport, SetReport } from './routing-report.ts';

const columns = [14, 8, 7, 10, 12, 12, 10, 10, 17, 17, 8];

/** Returns lines: a table of all sets, the figures of questions that nothing fits, and the curve. */
export function formatRoutingReport({ embedder, sets, curve }: RoutingReport): string[] {
  return [
    `embedding model: ${embedder}`,
    format([
      'set',
      'servers',
      'tools',
      'questions',
      'server R@1',
      'server R@5',
      'tool R@1',
      'tool R@5',
      'tokens med/max',
      'ms p50/p95',
      'CPU ms',
    ]),
    ...sets.map((set) => format(cellsOf(set))),
    ...sets.flatMap(formatNoneFits),
    ...(curve ? formatCurve(curve) : []),
  ];
}

function cellsOf(set: SetReport): string[] {
  return [
    set.set,
    String(set.servers),
    String(set.tools),
    String(set.questions),
    show(set.server_recall_at_1),
    show(set.server_recall_at_5),
    show(set.tool_recall_at_1),
    show(set.tool_recall_at_5),
    `${set.bound_tokens.median}/${set.bound_tokens.max}`,
    `${set.time_ms.p50.toFixed(1)}/${set.time_ms.p95.toFixed(1)}`,
    set.cpu_ms.toFixed(1),
  ];
}

function formatNoneFits({ set, none_fits }: SetReport): string[] {
  if (!none_fits) return [];
  const { unanswerable, answerable, precision, recall } = none_fits;
  return [
    `${set}, "nothing fits": precision ${show(precision)}, recall ${show(recall)} (${unanswerable} questions that nothing fits, ${answerable} answerable)`,
  ];
}

function formatCurve(points: readonly CurvePoint[]): string[] {
  return [
    'tools   questions   tool R@1   tool R@5   ms p95',
    ...points.map(({ tools, questions, ...point }) =>
      [
        String(tools).padEnd(7),
        String(questions).padEnd(11),
        show(point.tool_recall_at_1).padEnd(10),
        show(point.tool_recall_at_5).padEnd(10),
        point.p95_ms.toFixed(1),
      ].join(' '),
    ),
  ];
}

function format(cells: readonly string[]): string {
  return cells
    .map((cell, at) => cell.padEnd(columns[at] ?? 0))
    .join(' ')
    .trimEnd();
}

function show(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}
