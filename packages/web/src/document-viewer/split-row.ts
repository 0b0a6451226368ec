import { CodePoints } from './code-points.ts';

export interface RowPiece {
  readonly text: string;
  /** Offset in code points of the whole text. */
  readonly start: number;
}

/** A cell with the bars and spaces around it, which the table shows as borders. */
export interface Cell {
  readonly before: RowPiece;
  readonly words: RowPiece;
  readonly after: RowPiece;
}

/** Splits a line at its bars or tabs. The pieces joined are the line. */
export function splitRow(line: string, start: number): readonly Cell[] {
  const lead = /^\|?\s*/.exec(line)?.[0] ?? '';
  const tail = /\s*\|?\s*$/.exec(line.slice(lead.length))?.[0] ?? '';
  const pieces = line.slice(lead.length, line.length - tail.length).split(/( \| |\t)/);
  const cells: Cell[] = [];
  let place = start;
  const take = (text: string): RowPiece => {
    const piece = { text, start: place };
    place += new CodePoints(text).length;
    return piece;
  };
  for (let index = 0; index < pieces.length; index += 2) {
    cells.push({
      before: take(index === 0 ? lead : ''),
      words: take(pieces[index] ?? ''),
      after: take(pieces[index + 1] ?? tail),
    });
  }
  return cells;
}
