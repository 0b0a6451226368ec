import { readXml } from '../../read-xml.ts';
import { formatNumber } from './format-cell.ts';
import type { Workbook } from './read-workbook.ts';

const maxColumns = 16_384;

/** Returns the rows of a sheet with content. Gaps between cells stay, empty rows do not. */
export function readSheet(part: Uint8Array, workbook: Workbook): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let column = 0;
  let type = '';
  let style = 0;
  let value = '';
  let isValue = false;
  readXml(part, {
    open(name, attributes) {
      if (name === 'row') {
        row = [];
        column = 0;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column;
        type = attributes.t ?? 'n';
        style = Number(attributes.s) || 0;
        value = '';
      }
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue) value += text;
    },
    close(name) {
      isValue = false;
      if (name === 'c') {
        const shown = showCell({ value, type, style }, workbook);
        if (shown !== '' && column < maxColumns) {
          while (row.length < column) row.push('');
          row[column] = shown;
        }
        column += 1;
      } else if (name === 'row' && row.length > 0) rows.push(row);
    },
  });
  return rows;
}

/** A cell as the sheet stores it; `style` is an index in the workbook's list. */
interface Cell {
  readonly value: string;
  readonly type: string;
  readonly style: number;
}

function showCell({ value, type, style }: Cell, workbook: Workbook): string {
  if (type === 's') return workbook.sharedStrings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return value;
  return formatNumber(value, workbook.styles[style] ?? 'number', workbook.is1904);
}

/** `BC12` → 54. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
