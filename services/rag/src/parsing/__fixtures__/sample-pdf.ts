import PDFDocument from 'pdfkit';

/** Position of a text: points from the left and the upper edge of a Letter page. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** Font size in points; 10 by default. */
  readonly size?: number;
  readonly isBold?: boolean;
}

/** A page under construction. Texts are stored in the order in which they are written. */
export interface SamplePage {
  /** Writes one line, never wrapped. */
  write(text: string, place: Place): void;
}

/** Creates a PDF whose whole content a test knows. */
export async function createSamplePdf(
  pages: readonly ((page: SamplePage) => void)[],
): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: 'LETTER', margin: 0 });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  for (const writePage of pages) {
    pdf.addPage();
    writePage({
      write(text, { x, y, size = 10, isBold = false }) {
        pdf.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
        pdf.text(text, x, y, { lineBreak: false });
      },
    });
  }
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}
