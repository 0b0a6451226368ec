import PDFDocument from 'pdfkit';

/** A cell; null where a span of another cell covers it. */
type Cell = string | null;

export interface MadeTable {
  readonly kind: 'ruled' | 'unruled' | 'pages' | 'spans';
  readonly rows: readonly (readonly Cell[])[];
  readonly bytes: Buffer;
}

interface Layout {
  readonly isRuled: boolean;
  readonly fontSize: number;
  /** Columns whose cells end at the same place, as numbers do. */
  readonly rightAligned: ReadonlySet<number>;
  readonly widths: readonly number[];
  readonly isHeaderRepeated: boolean;
  readonly surround: boolean;
}

const words =
  'harbour lamp keeper barge timber salt ledger quay rope winter cargo pilot anchor tide bell crane'.split(
    ' ',
  );

/** Makes 30 PDFs with one table each, the same ones every time. */
export async function makeTables(): Promise<MadeTable[]> {
  const kinds = ['ruled', 'unruled', 'pages', 'spans'] as const;
  const tables: MadeTable[] = [];
  for (let number = 0; number < 30; number += 1) {
    tables.push(await makeTable(kinds[number % kinds.length] as MadeTable['kind'], number));
  }
  return tables;
}

async function makeTable(kind: MadeTable['kind'], number: number): Promise<MadeTable> {
  const draw = createDraw(number + 1);
  const columns = 3 + draw(4);
  const count = kind === 'pages' ? 70 : 6 + draw(10);
  const rows = listRows({ kind, columns, count, draw });
  const first = 110 + draw(40);
  const layout: Layout = {
    isRuled: kind === 'ruled' || (kind !== 'unruled' && number % 8 < 4),
    fontSize: 8 + draw(4),
    rightAligned: new Set(
      number % 3 === 0 ? [] : Array.from({ length: columns }, (_, at) => at).slice(1),
    ),
    widths: Array.from({ length: columns }, (_, at) =>
      at === 0 ? first : (480 - first) / (columns - 1),
    ),
    isHeaderRepeated: number % 8 < 4,
    surround: number % 2 === 0,
  };
  return { kind, rows, bytes: await drawPdf(rows, layout) };
}

interface Shape {
  readonly kind: MadeTable['kind'];
  readonly columns: number;
  readonly count: number;
  readonly draw: (below: number) => number;
}

function listRows({ kind, columns, count, draw }: Shape): Cell[][] {
  const word = () => words[draw(words.length)] as string;
  const title = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());
  const amount = () => `${draw(9) + 1},${100 + draw(900)}.${10 + draw(90)}`;
  const header = Array.from({ length: columns }, (_, at) => `${title(word())} ${at + 1}`);
  const body = Array.from({ length: count }, (_, row): Cell[] => {
    const label = `${title(word())} ${word()} ${row + 1}`;
    // One cell in ten is empty, and one column holds words.
    const rest = Array.from({ length: columns - 1 }, (_, at) =>
      draw(10) === 0 ? '' : at === 1 && columns > 4 ? `${word()} ${word()}` : amount(),
    );
    return [label, ...rest];
  });
  if (kind !== 'spans') return [header, ...body];
  const groups: Cell[] = header.map((_, at) =>
    at === 0 ? '' : at === 1 ? `Year ${draw(9) + 2010}` : null,
  );
  const spanned = body.map((row, at) => {
    const group = Math.floor(at / 3);
    return [at % 3 === 0 ? `Group ${group + 1}` : null, ...row];
  });
  return [['', ...groups], ['Part', ...header], ...spanned];
}

function createDraw(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state >>> 8) & 0xffff) % below;
  };
}

const left = 55;
const [top, bottom] = [60, 770];
const prose =
  'The keeper writes down what each barge brings, and the clerk adds the sums at the end of the week before the office closes for the night.';

async function drawPdf(rows: readonly (readonly Cell[])[], layout: Layout): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 50 });
  const spans = rows[0]?.length !== layout.widths.length;
  const widths = spans ? [60, ...layout.widths.map((width) => width * 0.87)] : layout.widths;
  pdf.font('Helvetica-Bold').fontSize(layout.fontSize);
  const shares = rows.flatMap((row) =>
    row.map((cell, at) => pdf.widthOfString(cell ?? '') / ((widths[at] as number) - 10)),
  );
  const fontSize = Math.min(layout.fontSize, layout.fontSize / Math.max(...shares));
  pdf.font('Helvetica').fontSize(fontSize);
  let y = top;
  if (layout.surround) {
    pdf.text(prose, left, y, { width: 480 });
    y = pdf.y + 14;
  }
  const pitch = fontSize * 1.7;
  const drawRow = (row: readonly Cell[], isHeader: boolean) => {
    pdf.font(isHeader ? 'Helvetica-Bold' : 'Helvetica');
    let x = left;
    for (const [at, cell] of row.entries()) {
      let width = widths[at] as number;
      for (let next = at + 1; isHeader && row[next] === null; next += 1)
        width += widths[next] as number;
      const isNumber = layout.rightAligned.has(at - (spans ? 1 : 0)) && !isHeader;
      const from = isNumber ? x + width - 3 - pdf.widthOfString(cell ?? '') : x + 3;
      if (cell) pdf.text(cell, from, y + 3, { lineBreak: false });
      if (layout.isRuled && cell !== null) pdf.rect(x, y, width, pitch).lineWidth(0.5).stroke();
      x += widths[at] as number;
    }
    y += pitch;
  };
  const header = rows.slice(0, spans ? 2 : 1);
  for (const [at, row] of rows.entries()) {
    if (y > bottom) {
      pdf.addPage();
      y = top;
      if (layout.isHeaderRepeated) for (const one of header) drawRow(one, true);
    }
    drawRow(row, at < header.length);
  }
  if (layout.surround) pdf.font('Helvetica').text(prose, left, y + 14, { width: 480 });
  pdf.end();
  return Buffer.concat(await pdf.toArray());
}
