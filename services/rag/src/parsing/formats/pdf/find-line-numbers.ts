import type { PageCell, PageLine } from './read-page-lines.ts';

/** Minimum numbered lines of a page. */
const minNumbers = 5;
/** Minimum mean length of the numbered lines; short ones are the rows of a table. */
const minChars = 30;

export interface NumberedPage {
  readonly lines: PageLine[];
  /** The numbers in the margin, in order. */
  readonly numbers: readonly string[];
}

/**
 * Takes the numbers of lines out of the margin, as in manuscripts and court papers: numbers left of
 * all text that grow by the same step (1, 2, 3 or 5, 10, 15).
 */
export function findLineNumbers(lines: readonly PageLine[]): NumberedPage {
  const numbered = lines.filter((line) => isNumbered(line));
  const alone = lines.filter(({ text }) => /^\d{1,4}$/.test(text));
  const numbers = (numbered.length > 0 ? numbered : alone).map((line) =>
    Number(firstOf(line).text),
  );
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  const grows = numbers.every(
    (number, at) => at === 0 || number - (numbers[at - 1] as number) === step,
  );
  if (numbers.length < minNumbers || ![1, 2, 5, 10].includes(step) || !grows) {
    return { lines: [...lines], numbers: [] };
  }
  const margin = new Set<PageLine>(numbered.length > 0 ? numbered : alone);
  const edge = [...margin].reduce((most, line) => Math.max(most, firstOf(line).to), 0);
  const rest = lines.flatMap((line) => (margin.has(line) ? withoutFirst(line) : [line]));
  const length = rest.reduce((sum, { text }) => sum + text.length, 0);
  const isMargin =
    rest.every(({ from }) => from > edge) && rest.every(({ cells }) => cells.length === 1);
  if (!isMargin || length < minChars * rest.length) return { lines: [...lines], numbers: [] };
  return { lines: rest, numbers: numbers.map(String) };
}

function isNumbered({ cells }: PageLine): boolean {
  return cells.length > 1 && /^\d{1,4}$/.test((cells[0] as PageCell).text);
}

function firstOf({ cells }: PageLine): PageCell {
  return cells[0] as PageCell;
}

function withoutFirst(line: PageLine): PageLine[] {
  const [, second, ...others] = line.cells;
  if (second === undefined) return [];
  const cells = [second, ...others];
  return [{ ...line, cells, text: cells.map(({ text }) => text).join('\t'), from: second.from }];
}
