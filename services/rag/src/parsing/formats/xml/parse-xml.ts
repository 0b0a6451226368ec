import { collapseSpace } from '../../clean-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { readXml } from '../../read-xml.ts';
import type { FormatParser } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { writeRecords } from '../json/write-records.ts';
import { XmlParagraphs } from './xml-paragraphs.ts';
import { XmlUse } from './xml-use.ts';
import { XmlValues } from './xml-values.ts';

/**
 * Parses XML of any vocabulary. With text beside elements it is a text, of which each block becomes
 * a paragraph. Else it is data: elements and attributes are members of records, as in JSON. Of a
 * drawing (SVG) only the text is read.
 */
export const parseXml: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const use = new XmlUse();
  readXml(bytes, use);
  builder.title = collapseSpace(use.title) || null;
  const isDrawing = use.root === 'svg';
  if (isDrawing || use.inline.size > 0) {
    readXml(bytes, new XmlParagraphs(builder, use.inline));
  } else {
    const values = new XmlValues((page) => {
      const text = new DocumentBuilder(limits);
      readHtml(page, text, { dropNoise: false });
      return text.texts.join('\n');
    });
    readXml(bytes, values);
    writeRecords(builder, values.records);
  }
  return builder.finish(isDrawing ? 'image/svg+xml' : 'application/xml');
};
