import type { DocumentBuilder } from '../../document-builder.ts';
import { readXml } from '../../read-xml.ts';

/** Writes the text of a chart: its title and axes as one paragraph, then a row for each series. */
export function readChart(part: Uint8Array, builder: DocumentBuilder): void {
  const words: string[] = [];
  const rows: string[][] = [];
  let isText = false;
  let series: string[] | undefined;
  readXml(part, {
    open(name) {
      if (name === 'c:ser') {
        series = [];
        rows.push(series);
      }
      isText = name === 'a:t' || name === 'c:v';
    },
    text(text) {
      if (isText) (series ?? words).push(text);
    },
    close(name) {
      isText = false;
      if (name === 'c:ser') series = undefined;
    },
  });
  builder.paragraph(words.join(' '));
  builder.table(rows);
}
