import WordExtractor from 'word-extractor';
import { readCompoundFile, readSummary } from '../../compound-file.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';

/** Flag in Word's file information block. */
const isEncrypted = 0x0100;
/** Version of that block since Word 97; older blocks have another layout. */
const word97 = 0x00c1;

/** Parses a Word document from before 2007: paragraphs, then text boxes and notes. */
export const parseDoc: FormatParser = async ({ bytes, limits }) => {
  const file = await readCompoundFile(bytes);
  const head = file.find('WordDocument');
  if (head === undefined || head.length < 12) {
    throw new ParseFailure('unreadable', 'The file is damaged: its text cannot be found.');
  }
  if (head.readUInt16LE(2) < word97) {
    throw new ParseFailure(
      'unsupported_format',
      'Documents from Word 95 or earlier are not supported. Save the file as DOCX.',
    );
  }
  if ((head.readUInt16LE(10) & isEncrypted) !== 0) {
    throw new ParseFailure(
      'unsupported_format',
      'The encryption of old Word documents is not supported. Save the file without its password.',
    );
  }
  const document = await new WordExtractor().extract(bytes);
  const builder = new DocumentBuilder(limits);
  Object.assign(builder.metadata, readSummary(file));
  const parts = [
    document.getBody(),
    document.getTextboxes({ includeHeadersAndFooters: false }),
    document.getFootnotes(),
    document.getEndnotes(),
  ];
  for (const part of parts) {
    for (const paragraph of part.split(/[\n\f]/)) {
      if (paragraph.includes('\t') && isRow(paragraph)) builder.table([paragraph.split('\t')]);
      else builder.paragraph(paragraph);
    }
  }
  const left = [
    ['A page header', document.getHeaders({ includeFooters: false })],
    ['A page footer', document.getFooters()],
    ['A comment', document.getAnnotations()],
  ] as const;
  for (const [label, part] of left) {
    builder.aside(label, part, { isRead: false });
  }
  return builder.finish('application/msword');
};

/** Table cells end with a tab. */
function isRow(paragraph: string): boolean {
  return paragraph.endsWith('\t') && paragraph.split('\t').length > 2;
}
