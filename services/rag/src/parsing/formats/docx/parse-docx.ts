import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { readXml } from '../../read-xml.ts';
import { openZipArchive, type ZipArchive } from '../../zip-archive.ts';
import type { FormatParser } from '../format.ts';
import { readCoreProperties } from '../read-core-properties.ts';
import { DocxWriter } from './docx-writer.ts';
import { createListCounter } from './read-numbering.ts';
import { type ParagraphStyle, readStyles } from './read-styles.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/**
 * Parses a Word document: body, then footnotes and endnotes, without headers, footers and comments.
 */
export const parseDocx: FormatParser = async ({ bytes, limits }) => {
  const zip = await openZipArchive(bytes, limits);
  const body = await zip.read(await findBody(zip));
  if (body === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: the document part is missing.');
  }
  const styles = await zip.read('word/styles.xml');
  const builder = new DocumentBuilder(limits);
  const { title, metadata } = await readCoreProperties(zip);
  builder.title = title;
  Object.assign(builder.metadata, metadata);
  const writer = new DocxWriter(
    builder,
    styles === undefined ? new Map<string, ParagraphStyle>() : readStyles(styles),
    createListCounter(await zip.read('word/numbering.xml')),
  );
  readXml(body, writer);
  for (const name of ['word/footnotes.xml', 'word/endnotes.xml']) {
    const notes = await zip.read(name);
    if (notes !== undefined) readXml(notes, writer);
  }
  return builder.finish(mimeType);
};

/** Returns the name of the main part according to the package's relationships. */
async function findBody(zip: ZipArchive): Promise<string> {
  let target: string | undefined;
  const relations = await zip.read('_rels/.rels');
  if (relations !== undefined) {
    readXml(relations, {
      open(name, { Type: type, Target: to }) {
        if (name === 'Relationship' && type?.endsWith('/officeDocument')) {
          target = to?.replace(/^\//, '');
        }
      },
    });
  }
  if (target !== undefined && zip.has(target)) return target;
  return zip.names.find((name) => /^word\/document\d*\.xml$/i.test(name)) ?? 'word/document.xml';
}
