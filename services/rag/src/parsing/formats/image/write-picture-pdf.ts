/** A picture in a form that a PDF can hold as it is. */
export interface EncodedPicture {
  readonly width: number;
  readonly height: number;
  /** Entries of its PDF dictionary: colour space, bits, filter. */
  readonly entries: string;
  readonly data: Uint8Array;
  readonly turn?: number;
}

export interface PicturePage {
  readonly width: number;
  readonly height: number;
  /** Degrees by which the page is turned clockwise to be shown. */
  readonly turn?: number;
  readonly parts: readonly (EncodedPicture & { readonly left: number; readonly top: number })[];
}

/** Longer side of a page in points, that of A4. */
const pageSide = 842;

export function writePicturePdf(pages: readonly PicturePage[]): Buffer {
  const chunks: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (...parts: (string | Uint8Array)[]) => {
    for (const part of parts) {
      const chunk =
        typeof part === 'string'
          ? Buffer.from(part, 'latin1')
          : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      chunks.push(chunk);
      length += chunk.length;
    }
  };
  const add = (number: number, ...parts: (string | Uint8Array)[]) => {
    offsets[number] = length;
    write(`${number} 0 obj\n`, ...parts, '\nendobj\n');
  };
  let next = 3;
  const kids: number[] = [];
  write('%PDF-1.7\n');
  for (const { width, height, parts, turn = 0 } of pages) {
    const scale = pageSide / Math.max(width, height);
    const names: string[] = [];
    const drawn: string[] = [];
    for (const [at, part] of parts.entries()) {
      const number = next++;
      const size = `/Width ${part.width} /Height ${part.height}`;
      const head = `<< /Type /XObject /Subtype /Image ${size} ${part.entries} /Length ${part.data.length} >>`;
      add(number, head, '\nstream\n', part.data, '\nendstream');
      names.push(`/P${at} ${number} 0 R`);
      const bottom = height - part.top - part.height;
      const matrix = [part.width, 0, 0, part.height, part.left, bottom].map(
        (value) => value * scale,
      );
      drawn.push(`q ${matrix.join(' ')} cm /P${at} Do Q`);
    }
    const content = drawn.join('\n');
    const contentNumber = next++;
    add(contentNumber, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const kid = next++;
    kids.push(kid);
    const box = `/MediaBox [0 0 ${width * scale} ${height * scale}] /Rotate ${turn}`;
    const resources = `/Resources << /XObject << ${names.join(' ')} >> >>`;
    add(kid, `<< /Type /Page /Parent 2 0 R ${box} ${resources} /Contents ${contentNumber} 0 R >>`);
  }
  add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const list = kids.map((kid) => `${kid} 0 R`).join(' ');
  add(2, `<< /Type /Pages /Count ${kids.length} /Kids [${list}] >>`);
  const start = length;
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${next}\n0000000000 65535 f \n${rows.join('')}`);
  write(`trailer\n<< /Root 1 0 R /Size ${next} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(chunks);
}
