import { readCompoundFile, readSummary } from '../../compound-file.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';
import { findSlides, type Slide } from './find-slides.ts';
import { type PptRecord, readRecords } from './read-records.ts';

const textHeaderType = 3999;
const unicodeTextType = 4000;
const latinTextType = 4008;
const titleKinds = new Set([0, 6]);
const encryptedToken = 0xf3d1c4df;
const deepest = 30;

/** Parses a presentation from before 2007: a page for each slide, titles as headings. */
export const parsePpt: FormatParser = async ({ bytes, limits }) => {
  const file = await readCompoundFile(bytes);
  const stream = file.find('PowerPoint Document');
  const currentUser = file.find('Current User');
  if (stream === undefined || currentUser === undefined || currentUser.length < 20) {
    throw new ParseFailure('unreadable', 'The file is damaged: its slides cannot be found.');
  }
  if (currentUser.readUInt32LE(12) === encryptedToken) {
    throw new ParseFailure(
      'unsupported_format',
      'The encryption of old presentations is not supported. Save the file without its password.',
    );
  }
  const builder = new DocumentBuilder(limits);
  Object.assign(builder.metadata, readSummary(file));
  for (const [index, slide] of findSlides(stream, currentUser).entries()) {
    builder.startPage(index + 1);
    writeSlide(builder, slide);
  }
  return builder.finish('application/vnd.ms-powerpoint');
};

function writeSlide(builder: DocumentBuilder, { content, outline }: Slide): void {
  const texts = [...readTexts(outline, 0), ...readTexts(readRecords(content), 0)];
  const title = texts.find(({ isTitle }) => isTitle);
  if (title !== undefined) {
    builder.title ??= title.text.trim() || null;
    builder.heading(1, title.text);
  }
  for (const text of texts) if (text !== title) builder.paragraph(text.text);
}

interface Text {
  readonly isTitle: boolean;
  readonly text: string;
}

function* readTexts(records: Iterable<PptRecord>, depth: number): Generator<Text> {
  let isTitle = false;
  for (const { type, content, isContainer } of records) {
    if (isContainer && depth < deepest) yield* readTexts(readRecords(content), depth + 1);
    else if (type === textHeaderType && content.length >= 4) {
      isTitle = titleKinds.has(content.readUInt32LE(0));
    } else if (type === unicodeTextType) yield { isTitle, text: tidy(content.toString('utf16le')) };
    else if (type === latinTextType) yield { isTitle, text: tidy(content.toString('latin1')) };
  }
}

/** Paragraphs end with a carriage return, lines with a vertical tab. */
function tidy(text: string): string {
  return text.replace(/[\r\v]/g, '\n');
}
