import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { readXml } from '../../read-xml.ts';
import { descendants, readXmlTree, textOf, type XmlNode } from '../../xml-tree.ts';
import { openZipArchive, type ZipArchive } from '../../zip-archive.ts';
import type { FormatInput, FormatParser, ReadParts } from '../format.ts';
import { PictureTexts } from '../picture-texts.ts';
import { readProperties } from '../read-properties.ts';
import { OdfStyles } from './odf-styles.ts';
import { OdfWriter, type OdfWriterOptions } from './odf-writer.ts';

const names: Readonly<Record<string, string>> = {
  'dc:creator': 'author',
  'meta:initial-creator': 'author',
  'meta:creation-date': 'created',
  'dc:date': 'modified',
  'dc:language': 'language',
  'dc:subject': 'subject',
  'dc:description': 'description',
};

const properties = { names, within: 'office:meta' };

/** Parses a text, spreadsheet or presentation in the OpenDocument format, packed or flat. */
export const parseOdf: FormatParser = async (input) =>
  input.bytes.toString('latin1', 0, 2) === 'PK' ? parsePacked(input) : parseFlat(input);

async function parsePacked(input: FormatInput) {
  const { bytes, limits, parts = {} } = input;
  const zip = await openZipArchive(bytes, limits);
  await refuseEncrypted(zip);
  const mimeType = (await zip.read('mimetype'))?.toString('latin1').trim() ?? '';
  const content = await zip.read('content.xml');
  if (content === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: its content is missing.');
  }
  const builder = new DocumentBuilder(limits);
  const meta = await zip.read('meta.xml');
  if (meta !== undefined) readProperties(meta, properties, builder);
  const styles = new OdfStyles();
  const stylesPart = await zip.read('styles.xml');
  const root = stylesPart && readXmlTree(stylesPart);
  if (root !== undefined) styles.addAll(root);
  const pictureNames = zip.names.filter((name) => /^(?:Pictures|media)\/./.test(name));
  const pictures = await PictureTexts.readParts(zip, pictureNames, input);
  write(content, { mimeType, builder, styles, objects: await readObjects(zip), pictures, parts });
  if (root !== undefined && !mimeType.includes('spreadsheet')) writeHeaders(root, builder, parts);
  return builder.finish(mimeType);
}

function parseFlat({ bytes, limits, parts = {} }: FormatInput) {
  const builder = new DocumentBuilder(limits);
  const head = bytes.toString('utf8', 0, 8192);
  const mimeType = /\b\w+:mimetype="([^"]+)"/.exec(head)?.[1] ?? '';
  readProperties(bytes, properties, builder);
  const pictures = new PictureTexts();
  const objects = new Map();
  write(bytes, { mimeType, builder, styles: new OdfStyles(), objects, pictures, parts });
  return builder.finish(mimeType || 'application/vnd.oasis.opendocument.text');
}

function write(
  content: Buffer,
  {
    mimeType,
    builder,
    ...options
  }: Omit<OdfWriterOptions, 'isSpreadsheet'> & { mimeType: string; builder: DocumentBuilder },
): void {
  const isSpreadsheet = mimeType.includes('spreadsheet');
  const writer = new OdfWriter(builder, { ...options, isSpreadsheet });
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

/** Writes or names the page headers and footers, which stand beside the text. */
function writeHeaders(root: XmlNode, builder: DocumentBuilder, { headers }: ReadParts): void {
  for (const node of descendants(root, 'style:header', 'style:footer')) {
    const place = node.name === 'style:header' ? 'header' : 'footer';
    builder.aside(`The page ${place}`, textOf(node), { isRead: headers });
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
