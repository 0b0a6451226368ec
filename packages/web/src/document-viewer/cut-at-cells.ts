import { CodePoints } from './code-points.ts';
import type { Block } from './split-blocks.ts';

export interface TextPiece {
  readonly text: string;
  /** Offset in code points of the whole text. */
  readonly start: number;
}

export interface CutCell {
  /** Number of its column, from 0. */
  readonly column: number;
  /** Text between the cells, which the table shows as borders. */
  readonly before: TextPiece;
  readonly words: TextPiece;
}

export interface CutRow {
  /** Number of the row, from 0. */
  readonly row: number;
  readonly isHeader: boolean;
  readonly cells: readonly CutCell[];
  /** Text after the last cell of a table; empty for all rows but the last. */
  readonly after: TextPiece;
}

/** Cuts the text of a table at its cells. The pieces joined are the text. */
export function cutAtCells({
  text,
  start,
  table,
}: Pick<Block, 'text' | 'start' | 'table'>): readonly CutRow[] {
  const points = new CodePoints(text);
  let at = 0;
  const cutTo = (offset: number): TextPiece => {
    const piece = { text: points.slice(at, offset), start: start + at };
    at = offset;
    return piece;
  };
  const within = (offset: number) => Math.min(points.length, Math.max(at, offset - start));
  const rows = table?.rows ?? [];
  return rows.map(({ is_header, cells }, row) => ({
    row,
    isHeader: is_header,
    cells: cells.map((cell, column) => ({
      column,
      before: cutTo(within(cell.start)),
      words: cutTo(within(cell.end)),
    })),
    after: cutTo(row === rows.length - 1 ? points.length : at),
  }));
}
