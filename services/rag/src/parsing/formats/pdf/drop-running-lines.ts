import type { PageLine } from './read-page-lines.ts';

/** Pages that must be numbered in step before a number at their edge is taken for theirs. */
const fewestPages = 4;
/** Share of the pages from the first to the last of them. */
const leastShare = 0.4;

const bareNumber = /^[-–—]?\s*(\d{1,4})\s*[-–—]?$/;

/**
 * Removes bare page numbers: the topmost or lowest line of a page, nothing but a number, that
 * grows by one from page to page. Every other line stays.
 */
export function dropRunningLines(pages: readonly (readonly PageLine[])[]): PageLine[][] {
  const numbers = pages.map(findEdgeNumbers);
  const steps = new Map<number, number[]>();
  for (const [at, found] of numbers.entries()) {
    for (const step of new Set([...found.values()].map((number) => number - at))) {
      steps.set(step, [...(steps.get(step) ?? []), at]);
    }
  }
  const isPageNumber = (number: number, at: number) => {
    const numbered = steps.get(number - at) ?? [];
    const span = (numbered.at(-1) ?? 0) - (numbered[0] ?? 0) + 1;
    return numbered.length >= fewestPages && numbered.length >= span * leastShare;
  };
  return pages.map((lines, at) =>
    lines.filter((line) => {
      const number = numbers[at]?.get(line);
      return number === undefined || !isPageNumber(number, at);
    }),
  );
}

/** The highest and the lowest line of a page, where they are nothing but a number. */
function findEdgeNumbers(lines: readonly PageLine[]): Map<PageLine, number> {
  const upright = lines.filter((line) => line.angle === 0).sort((a, b) => b.height - a.height);
  const numbers = new Map<PageLine, number>();
  for (const line of new Set([upright[0], upright.at(-1)])) {
    const digits = line === undefined ? undefined : bareNumber.exec(line.text)?.[1];
    if (line !== undefined && digits !== undefined) numbers.set(line, Number(digits));
  }
  return numbers;
}
