import WordExtractor from 'word-extractor';
import { CompoundFile } from '../../compound-file.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';

/** A flag in the file information block of Word. */
const isEncrypted = 0x0100;
/** Version of that block from Word 97 on; older ones are laid out in another way. */
const word97 = 0x00c1;

/** A Word document of before 2007: its paragraphs, then its text boxes and notes. */
export const parseDoc: FormatParser = async ({ bytes, limits }) => {
  const head = new CompoundFile(bytes).find('WordDocument');
  if (head === undefined || head.length < 12) {
    throw new ParseFailure('unreadable', 'The file is damaged: its text cannot be found.');
  }
  if (head.readUInt16LE(2) < word97) {
    throw new ParseFailure(
      'unsupported_format',
      'Documents of Word 95 and before are not read; save the file as DOCX.',
    );
  }
  if ((head.readUInt16LE(10) & isEncrypted) !== 0) {
    throw new ParseFailure(
      'unsupported_format',
      'The encryption of old Word documents is not read; save the file without its password.',
    );
  }
  const document = await new WordExtractor().extract(bytes);
  const builder = new DocumentBuilder(limits);
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
  return builder.finish('application/msword');
};

/** Cells of tables come with a tab behind each. */
function isRow(paragraph: string): boolean {
  return paragraph.endsWith('\t') && paragraph.split('\t').length > 2;
}
