import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { readXml } from '../../read-xml.ts';
import { openZipArchive, type ZipArchive } from '../../zip-archive.ts';
import type { FormatParser } from '../format.ts';
import { OdfWriter } from './odf-writer.ts';

const metadataNames: Record<string, string> = {
  'dc:creator': 'author',
  'meta:initial-creator': 'author',
  'meta:creation-date': 'created',
  'dc:date': 'modified',
  'dc:language': 'language',
  'dc:subject': 'subject',
  'dc:description': 'description',
};

/** Parses a text, spreadsheet or presentation in the OpenDocument format. */
export const parseOdf: FormatParser = async ({ bytes, limits }) => {
  const zip = await openZipArchive(bytes, limits);
  await refuseEncrypted(zip);
  const mimeType = (await zip.read('mimetype'))?.toString('latin1').trim() ?? '';
  const content = await zip.read('content.xml');
  if (content === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: its content is missing.');
  }
  const builder = new DocumentBuilder(limits);
  await readMetadata(zip, builder);
  readXml(content, new OdfWriter(builder, { isSpreadsheet: mimeType.includes('spreadsheet') }));
  return builder.finish(mimeType);
};

async function refuseEncrypted(zip: ZipArchive): Promise<void> {
  const manifest = await zip.read('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data')) {
    throw new ParseFailure(
      'password_required',
      'Encrypted OpenDocument files are not supported. Save the file without a password.',
    );
  }
}

async function readMetadata(zip: ZipArchive, builder: DocumentBuilder): Promise<void> {
  const part = await zip.read('meta.xml');
  if (part === undefined) return;
  let text = '';
  readXml(part, {
    open() {
      text = '';
    },
    text(piece) {
      text += piece;
    },
    close(name) {
      const known = metadataNames[name];
      if (name === 'dc:title') builder.title ??= text;
      else if (known !== undefined && text !== '') builder.metadata[known] ??= text;
      text = '';
    },
  });
}
