import type { DocumentBuilder } from '../document-builder.ts';

/** Writes recognised paragraphs; joins their lines and hyphenated words. */
export function writeRecognised(builder: DocumentBuilder, text: string): void {
  for (const paragraph of text.split(/\n\s*\n/)) {
    builder.paragraph(paragraph.replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2').replaceAll('\n', ' '));
  }
}
