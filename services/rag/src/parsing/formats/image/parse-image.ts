import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { writeRecognised } from '../../recognition/write-recognised.ts';
import type { FormatParser } from '../format.ts';

/** Parses the text of a picture if Tesseract is installed. */
export const parseImage: FormatParser = async ({ bytes, limits, recognise }) => {
  if (recognise === undefined) {
    throw new ParseFailure(
      'no_text',
      'The file is a picture; its text cannot be read without text recognition.',
    );
  }
  const builder = new DocumentBuilder(limits);
  writeRecognised(builder, await recognise(bytes, limits.timeMs));
  if (builder.isEmpty) throw new ParseFailure('no_text', 'No text was found in the picture.');
  builder.warn('text_recognised', 'The text was recognised in a picture and may contain errors.');
  return builder.finish(mimeTypeOf(bytes));
};

function mimeTypeOf(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 4);
  if (start === '\x89PNG') return 'image/png';
  if (start.startsWith('\xff\xd8')) return 'image/jpeg';
  if (start === 'GIF8') return 'image/gif';
  if (start === 'RIFF') return 'image/webp';
  return start.startsWith('BM') ? 'image/bmp' : 'image/tiff';
}
