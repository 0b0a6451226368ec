import { cleanText } from './clean-text.ts';

/** A row of a table as one line of text. */
export interface TableLine {
  readonly text: string;
  /** Start and end of each column's cell in the line, alternating; an empty cell has equal ends. */
  readonly cells: readonly number[];
}

/** Writes a row as its cells with a separator between them. */
export function joinCells(row: readonly string[], separator: string): TableLine {
  const cells: number[] = [];
  const texts = row.map(cleanText);
  let at = 0;
  for (const text of texts) {
    cells.push(at, at + text.length);
    at += text.length + separator.length;
  }
  return { text: texts.join(separator), cells };
}

/** Writes a row as `name: value` for each cell with text. */
export function joinNamedCells(row: readonly string[], names: readonly string[]): TableLine {
  const cells: number[] = [];
  let line = '';
  for (const [column, cell] of row.entries()) {
    const value = cleanText(cell);
    if (cell !== '') {
      if (line !== '') line += ' | ';
      if (names[column]) line += `${cleanText(names[column])}: `;
    }
    cells.push(line.length, line.length + value.length);
    line += value;
  }
  return { text: line, cells };
}

/** Returns the texts of a line's cells. */
export function listCells({ text, cells }: TableLine): string[] {
  return Array.from({ length: cells.length / 2 }, (_, at) =>
    text.slice(cells[2 * at], cells[2 * at + 1]),
  );
}

/** Returns the place of each row's cells where the first of the lines starts at an offset. */
export function placeLines(lines: readonly TableLine[], start: number): number[][] {
  let at = start;
  return lines.map(({ text, cells }) => {
    const row = cells.map((offset) => at + offset);
    at += text.length + 1;
    return row;
  });
}
