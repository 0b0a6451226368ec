/** Writes the demo's PDF: `node packages/local/scripts/create-demo-pdf.ts`. */
import { writeFileSync } from 'node:fs';

const title = 'Weather Station Field Manual';

const pages: readonly (readonly string[])[] = [
  [
    'Weather Station Field Manual',
    '',
    '1. Purpose',
    'The station stands on the ridge above the village of Altmoor and measures wind, rain,',
    'temperature and air pressure every ten minutes. A radio link sends the readings to the',
    'valley office, where they are kept for thirty years.',
    '',
    '2. The mast',
    'The mast is twelve metres high and stands on three steel cables. Check the tension of the',
    'cables each spring, before the first storm of the season. Never climb the mast alone, and',
    'never when the wind is above eight metres a second.',
  ],
  [
    '3. Power supply',
    'Two solar panels feed the station by day. By night and in fog it runs on a lithium battery',
    'in the grey box at the foot of the mast.',
    '',
    '4. Replacing the battery',
    'The backup battery of the weather station must be replaced every eighteen months. Switch off',
    'the main breaker first, then disconnect the negative cable before the positive cable. Write',
    'the date of the replacement on the inside of the lid.',
    '',
    '5. Frost',
    'Below minus twenty degrees the battery loses half of its charge. Put the heating mat under',
    'the box before the first frost and take it away in April.',
  ],
  [
    '6. Cleaning the rain gauge',
    'Leaves and insects block the funnel of the rain gauge. Lift the funnel, rinse it with clear',
    'water and dry it with a soft cloth. Do not use soap: it changes how drops leave the funnel.',
    '',
    '7. Reporting a fault',
    'Report a fault to the valley office on the day it is seen. Name the instrument, the hour and',
    'the weather. The office answers within two working days.',
  ],
];

writeFileSync(
  new URL('../src/demo/files/weather-station-manual.pdf', import.meta.url),
  createPdf(),
);

function createPdf(): string {
  const pageIds = pages.map((_, index) => 5 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${title}) >>`,
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + index * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      createContent(lines),
    ]),
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return (
    `${pdf}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  );
}

function createContent(lines: readonly string[]): string {
  const shown = lines.map((line) => {
    const isHeading = line === title || /^\d+\. /.test(line);
    return `/F1 ${isHeading ? 15 : 11} Tf (${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`;
  });
  const stream = `BT 18 TL 56 780 Td\n${shown.join('\n')}\nET`;
  return `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
}
