import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { ParseLimits } from '../../parse-limits.ts';
import { readXml } from '../../read-xml.ts';
import { descendants, readXmlTree, textOf, type XmlNode } from '../../xml-tree.ts';
import { openZipArchive, type ZipArchive } from '../../zip-archive.ts';
import type { FormatParser } from '../format.ts';
import { OdfStyles } from './odf-styles.ts';
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

/** Parses a text, spreadsheet or presentation in the OpenDocument format, packed or flat. */
export const parseOdf: FormatParser = async ({ bytes, limits }) =>
  bytes.toString('latin1', 0, 2) === 'PK' ? parsePacked(bytes, limits) : parseFlat(bytes, limits);

async function parsePacked(bytes: Buffer, limits: ParseLimits) {
  const zip = await openZipArchive(bytes, limits);
  await refuseEncrypted(zip);
  const mimeType = (await zip.read('mimetype'))?.toString('latin1').trim() ?? '';
  const content = await zip.read('content.xml');
  if (content === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: its content is missing.');
  }
  const builder = new DocumentBuilder(limits);
  const meta = await zip.read('meta.xml');
  if (meta !== undefined) readMetadata(meta, builder);
  const styles = new OdfStyles();
  const stylesPart = await zip.read('styles.xml');
  const root = stylesPart && readXmlTree(stylesPart);
  if (root !== undefined) styles.addAll(root);
  write(content, { mimeType, builder, styles, objects: await readObjects(zip) });
  if (root !== undefined && !mimeType.includes('spreadsheet')) warnOfHeaders(root, builder);
  return builder.finish(mimeType);
}

function parseFlat(bytes: Buffer, limits: ParseLimits) {
  const builder = new DocumentBuilder(limits);
  const head = bytes.toString('utf8', 0, 8192);
  const mimeType = /office:mimetype="([^"]+)"/.exec(head)?.[1] ?? '';
  readMetadata(bytes, builder);
  write(bytes, { mimeType, builder, styles: new OdfStyles(), objects: new Map() });
  return builder.finish(mimeType || 'application/vnd.oasis.opendocument.text');
}

function write(
  content: Buffer,
  {
    mimeType,
    builder,
    styles,
    objects,
  }: {
    mimeType: string;
    builder: DocumentBuilder;
    styles: OdfStyles;
    objects: ReadonlyMap<string, XmlNode>;
  },
): void {
  const isSpreadsheet = mimeType.includes('spreadsheet');
  const writer = new OdfWriter(builder, { isSpreadsheet, styles, objects });
  readXml(content, writer);
  writer.end();
}

/** Reads the contents of embedded charts and formulas. */
async function readObjects(zip: ZipArchive): Promise<Map<string, XmlNode>> {
  const objects = new Map<string, XmlNode>();
  for (const name of zip.names) {
    const address = /^(.+)\/content\.xml$/.exec(name)?.[1];
    const part = address && (await zip.read(name));
    if (part) objects.set(address, readXmlTree(part));
  }
  return objects;
}

/** Names the page headers and footers, which are not part of the text. */
function warnOfHeaders(root: XmlNode, builder: DocumentBuilder): void {
  for (const node of descendants(root, 'style:header', 'style:footer')) {
    const text = textOf(node).replace(/\s+/g, ' ').trim().slice(0, 200);
    const place = node.name === 'style:header' ? 'header' : 'footer';
    if (/\p{L}/u.test(text)) {
      builder.warn('part_left_out', `The page ${place} was left out: “${text}”.`);
    }
  }
}

async function refuseEncrypted(zip: ZipArchive): Promise<void> {
  const manifest = await zip.read('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data')) {
    throw new ParseFailure(
      'password_required',
      'Encrypted OpenDocument files are not supported. Save the file without a password.',
    );
  }
}

function readMetadata(part: Buffer, builder: DocumentBuilder): void {
  let text = '';
  let isMeta = false;
  readXml(part, {
    open(name) {
      if (name === 'office:meta') isMeta = true;
      text = '';
    },
    text(piece) {
      if (isMeta) text += piece;
    },
    close(name) {
      if (name === 'office:meta') isMeta = false;
      if (!isMeta) return;
      const known = metadataNames[name];
      if (name === 'dc:title') builder.title ??= text;
      else if (known !== undefined && text !== '') builder.metadata[known] ??= text;
      text = '';
    },
  });
}
