import type { RecordSource } from './record-source.ts';

const marker = /\[(\d{1,3})\]/g;

/** An answer whose citations count from 1 in the order in which it names them, with its sources alike. */
export function numberCited(
  answer: string,
  sources: readonly RecordSource[],
): { readonly text: string; readonly numbered: readonly RecordSource[] } {
  const known = new Set(sources.map(({ n }) => n));
  const named = [...answer.matchAll(marker)].map(([, n]) => Number(n)).filter((n) => known.has(n));
  const order = new Map([...new Set([...named, ...known])].map((n, index) => [n, index + 1]));
  return {
    text: answer.replaceAll(
      marker,
      (written, n) => `[${order.get(Number(n)) ?? written.slice(1, -1)}]`,
    ),
    numbered: sources.map((source) => ({ ...source, n: order.get(source.n) ?? source.n })),
  };
}
