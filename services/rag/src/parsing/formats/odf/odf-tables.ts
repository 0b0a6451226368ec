import type { Chart } from '../chart.ts';
import { OpenTable } from '../open-table.ts';
import { columnName, type SheetRow } from '../write-workbook.ts';
import type { OdfStyles } from './odf-styles.ts';

/** A table or a sheet that is being read. */
export class OdfTable {
  readonly table = new OpenTable();
  readonly name: string;
  readonly isHidden: boolean;
  readonly notes: { cell: string; text: string }[] = [];
  readonly formulas: { cell: string; text: string }[] = [];
  readonly texts: string[] = [];
  readonly charts: Chart[] = [];
  readonly hiddenColumns = new Set<number>();
  readonly rows: SheetRow[] = [];
  readonly merged = [];
  /** True if the style of the open cell strikes its text. */
  isCellStruck = false;
  /** Text of the open cell that its style strikes. */
  struck = '';
  readonly #styles: OdfStyles;
  /** Columns with a default style for their cells, by the column after the last one. */
  readonly #defaultStyles: { readonly end: number; readonly name: string | undefined }[] = [];
  #columns = 0;
  #row = 0;
  #column = 0;
  #rowTimes = 1;
  #cellTimes = 1;
  #isRowHidden = false;
  #isHeader = false;
  /** Content of the open cell, if it shows no text. */
  #value = '';

  constructor(attributes: Readonly<Record<string, string>>, styles: OdfStyles) {
    this.#styles = styles;
    this.name = attributes['table:name'] ?? '';
    this.isHidden = styles.isHiddenPart(attributes['table:style-name']);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const isHidden = /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '');
    switch (name) {
      case 'table:table-column':
        this.#addColumns(Number(attributes['table:number-columns-repeated']) || 1, isHidden);
        this.#defaultStyles.push({
          end: this.#columns,
          name: attributes['table:default-cell-style-name'],
        });
        break;
      case 'table:table-header-rows':
        this.#isHeader = true;
        break;
      case 'table:table-row':
        this.table.openRow();
        this.#row += 1;
        this.#column = 0;
        this.#rowTimes = Number(attributes['table:number-rows-repeated']) || 1;
        this.#isRowHidden = isHidden;
        break;
      case 'table:table-cell':
        this.#openCell(attributes);
        break;
    }
  }

  /** Passes over a cell that another one covers. */
  skipCell(attributes: Readonly<Record<string, string>>): void {
    this.#column += Number(attributes['table:number-columns-repeated']) || 1;
  }

  /** Returns the text that the style of a closed cell strikes. */
  close(name: string): string {
    if (name === 'table:table-header-rows') this.#isHeader = false;
    else if (name === 'table:table-cell') return this.#closeCell();
    else if (name === 'table:table-row') this.#closeRow();
    return '';
  }

  /** Address of the open cell, such as `B3`. */
  get address(): string {
    return `${columnName(this.#column)}${this.#row}`;
  }

  addText(text: string): void {
    const { cell = '' } = this.table;
    this.table.cell = cell === '' ? text : `${cell} ${text}`;
  }

  #addColumns(count: number, isHidden: boolean): void {
    for (let at = 0; isHidden && at < Math.min(count, maxRepeated); at += 1) {
      this.hiddenColumns.add(this.#columns + at);
    }
    this.#columns += count;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    this.#cellTimes = Number(attributes['table:number-columns-repeated']) || 1;
    const formula = attributes['table:formula']?.replace(/^\w+:/, '');
    this.#value =
      attributes['office:string-value'] ??
      attributes['office:value'] ??
      attributes['office:date-value'] ??
      attributes['office:boolean-value']?.toUpperCase() ??
      readDuration(attributes['office:time-value'] ?? '');
    if (this.#value === '' && formula !== undefined && !('office:value-type' in attributes)) {
      this.#value = formula;
      this.formulas.push({ cell: this.address, text: formula });
    }
    this.struck = '';
    this.isCellStruck = this.#styles.find(
      attributes['table:style-name'] ??
        this.#defaultStyles.find(({ end }) => this.#column < end)?.name,
    ).isStruck;
    this.table.openCell({
      columns: Number(attributes['table:number-columns-spanned'] ?? 1),
      rows: Number(attributes['table:number-rows-spanned'] ?? 1),
      isHeader: this.#isHeader,
    });
  }

  #closeCell(): string {
    if (this.table.cell === undefined) return '';
    const struck = this.isCellStruck ? this.struck || this.#value : '';
    const text = this.table.cell || (this.isCellStruck ? '' : this.#value);
    this.table.cell = text;
    this.table.closeCell();
    for (let copy = 1; copy < Math.min(this.#cellTimes, maxRepeated); copy += 1) {
      this.table.openCell({ isHeader: this.#isHeader });
      this.table.cell = text;
      this.table.closeCell();
    }
    this.#column += this.#cellTimes;
    return struck;
  }

  #closeRow(): void {
    this.table.closeRow();
    const cells = this.table.rows.at(-1)?.cells ?? [];
    if (cells.some((cell) => cell.trim() !== '')) {
      for (let copy = 0; copy < Math.min(this.#rowTimes, maxRepeated); copy += 1) {
        const number = this.#row + copy;
        this.rows.push({ number, cells: [...cells], isHidden: this.#isRowHidden });
      }
    }
    this.#row += this.#rowTimes - 1;
  }
}

/** `PT27H30M00S` → `27:30:00`. */
function readDuration(value: string): string {
  const [, hours, minutes = '0', seconds = '0'] =
    /^PT(\d+)H(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/.exec(value) ?? [];
  if (hours === undefined) return value;
  return [String(Number(hours)), minutes.padStart(2, '0'), seconds.padStart(2, '0')].join(':');
}

/** Maximum repetitions of equal cells; a sheet repeats its last cell up to the last column. */
const maxRepeated = 64;
