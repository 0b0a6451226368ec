interface RawPdf {
  /** Content stream of the only page, with Helvetica as `/F1`. */
  readonly content: string;
  /** Entries of the catalog, the page and its resources. */
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  /** Further objects, numbered from 6. */
  readonly objects?: readonly string[];
}

/** Returns a PDF written by hand, for what no library writes. */
export function createRawPdf(pdf: RawPdf): Buffer {
  const { content, catalog = '', page = '', resources = '', objects = [] } = pdf;
  const all = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${resources}>>${page}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = all.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer<</Size ${all.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}
