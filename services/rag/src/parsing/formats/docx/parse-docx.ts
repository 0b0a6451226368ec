import { simpleParser } from 'mailparser';
import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { writeInline } from '../../inline/write-inline.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { readXml } from '../../read-xml.ts';
import { descendants, readXmlTree, textOf, type XmlNode } from '../../xml-tree.ts';
import { openZipArchive, type PartSource } from '../../zip-archive.ts';
import { readChart, writeChart } from '../chart.ts';
import { writeDiagram } from '../drawing-text.ts';
import type { FormatInput, FormatParser } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { PictureTexts } from '../picture-texts.ts';
import { readEmbeddedFiles } from '../read-embedded.ts';
import { readCoreProperties } from '../read-properties.ts';
import { findMainPart, listPictures, type Relation, readRelations } from '../read-relations.ts';
import { readRtf } from '../rtf/read-rtf.ts';
import { DocxNumbering } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';
import { type DocxParts, DocxWriter } from './docx-writer.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Parses a Word document: its body with notes, charts and embedded documents at their places. */
export const parseDocx: FormatParser = async (input) => {
  const { bytes, limits } = input;
  const builder = new DocumentBuilder(limits);
  const isPacked = bytes.toString('latin1', 0, 2) === 'PK';
  if (!isPacked && !bytes.includes('xmlPackage')) return parseWordXml(bytes, builder);
  const zip = isPacked ? await openZipArchive(bytes, limits) : readFlatPackage(bytes);
  await readCoreProperties(zip, builder);
  const write = await openDocx(zip, input);
  write(builder);
  return builder.finish(mimeType);
};

/** Parses the XML of Word 2003, where one file holds the body and its styles. */
function parseWordXml(bytes: Buffer, builder: DocumentBuilder): ParsedDocument {
  const { paragraphs, runs } = readStyles(bytes);
  const writer = new DocxWriter(builder, {
    paragraphStyles: paragraphs,
    runStyles: runs,
    numbering: new DocxNumbering(undefined),
    links: new Map(),
    embedded: new Map(),
    readPictures: new Set(),
    notes: new Map(),
  });
  readXml(bytes, writer);
  writer.end();
  return builder.finish(mimeType);
}

type Write = (builder: DocumentBuilder) => void;

/** Maximum documents within documents. */
const maxDepth = 3;

type PictureInput = Pick<FormatInput, 'limits' | 'recognise' | 'readAttached'>;

interface OpenOptions extends PictureInput, Pick<FormatInput, 'parts'> {
  readonly depth?: number;
}

/** Loads the parts of a Word file and returns what writes them, as elements are read at once. */
async function openDocx(
  zip: PartSource,
  { parts: readParts, depth = 0, ...input }: OpenOptions,
): Promise<Write> {
  const usual = zip.names.find((part) => /^word\/document\d*\.xml$/i.test(part));
  const name = await findMainPart(zip, usual ?? 'word/document.xml');
  const body = await zip.read(name);
  if (body === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: the document part is missing.');
  }
  const relations = await readRelations(zip, name);
  const partOf = async (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target;
    return (await zip.read(target ?? '')) ?? (await zip.read(`word/${type}.xml`));
  };
  const { paragraphs, runs } = readStyles(await partOf('styles'));
  const numbering = await partOf('numbering');
  const notes = { footnote: await partOf('footnotes'), endnote: await partOf('endnotes') };
  const left = await readLeftOut(zip, relations);
  const embedded = await readEmbedded(zip, relations, { ...input, depth });
  const pictures = listPictures(relations);
  const images = relations.filter(({ target }) => pictures.includes(target));
  const texts = await PictureTexts.readParts(zip, pictures, input);
  const links = new Map(
    relations.filter(({ isExternal }) => isExternal).map(({ id, target }) => [id, target]),
  );
  return (builder) => {
    const parts: DocxParts = {
      paragraphStyles: paragraphs,
      runStyles: runs,
      numbering: new DocxNumbering(numbering),
      links,
      embedded: new Map([
        ...[...embedded].map(([id, write]) => [id, () => write(builder)] as const),
        ...images.map(({ id, target }) => [id, () => texts.write(target, builder)] as const),
      ]),
      readPictures: new Set(images.filter(({ target }) => texts.has(target)).map(({ id }) => id)),
      notes: new Map(),
    };
    const all = new Map<string, DocumentBuilder>();
    for (const [kind, part] of Object.entries(notes)) {
      if (part !== undefined) readNotes(part, all, { kind, parts, limits: input.limits });
    }
    for (const note of all.values()) {
      for (const { code, message } of note.warnings) builder.warn(code, message);
    }
    const writer = new DocxWriter(builder, { ...parts, notes: all });
    readXml(body, writer);
    writer.end();
    for (const { label, text, isComment } of left) {
      builder.aside(label, text, { isRead: isComment ? readParts?.comments : readParts?.headers });
    }
  };
}

interface NoteOptions extends Pick<OpenOptions, 'limits'> {
  readonly kind: string;
  readonly parts: DocxParts;
}

/** Adds each note of a part, and text outside them, by kind and id. */
function readNotes(
  part: Uint8Array,
  notes: Map<string, DocumentBuilder>,
  { kind, parts, limits }: NoteOptions,
): void {
  const start = (id: string) => {
    const note = new DocumentBuilder(limits);
    notes.set(`${kind} ${id}`, note);
    return new DocxWriter(note, parts);
  };
  let writer = start('');
  readXml(part, {
    open(name, attributes) {
      if (name === `w:${kind}`) writer = start(attributes['w:id'] ?? '');
      writer.open(name, attributes);
    },
    close: (name) => writer.close(name),
    text: (text) => writer.text(text),
  });
}

/** Returns the writers of charts, diagrams and embedded documents by their relation. */
async function readEmbedded(
  zip: PartSource,
  relations: readonly Relation[],
  options: OpenOptions,
): Promise<Map<string, Write>> {
  const writers = new Map<string, Write>();
  for (const [id, document] of await readEmbeddedFiles(zip, relations, options.readAttached)) {
    const place = relations.find((relation) => relation.id === id)?.target ?? '';
    writers.set(id, (builder) => builder.append(document, { below: 1, place }));
  }
  for (const { id, type, target } of relations) {
    if (!/^(?:chart|chartEx|diagramData|aFChunk|control)$/.test(type)) continue;
    const part = await zip.read(target);
    if (part === undefined) continue;
    const control = type === 'control' ? readControl(part) : undefined;
    if (control !== undefined) writers.set(id, (builder) => builder.paragraph(control));
    if (type === 'control') continue;
    if (type === 'aFChunk') writers.set(id, await openChunk(target, part, options));
    else if (type === 'diagramData') writers.set(id, (builder) => writeDiagram(part, builder));
    else writers.set(id, (builder) => writeChart(builder, readChart(part)));
  }
  return writers;
}

/** Returns the caption of a control with its state, or its value; undefined for binary properties. */
function readControl(part: Buffer): string | undefined {
  const properties = [...descendants(readXmlTree(part), 'ax:ocxPr')].map(
    ({ attributes }) => [attributes['ax:name'], attributes['ax:value']] as const,
  );
  const { Caption: caption, Value: value } = Object.fromEntries(properties);
  if (caption === undefined || !/^[01]$/.test(value ?? '')) return caption ?? value;
  return `${writeInline([{ kind: 'check_box', isTicked: value === '1' }])} ${caption}`;
}

/** Opens a document that stands as a whole within another. */
async function openChunk(
  name: string,
  bytes: Buffer,
  { depth = 0, ...input }: OpenOptions,
): Promise<Write> {
  const skip: Write = (builder) =>
    builder.warn('part_left_out', `An embedded document was not read: ${name}.`);
  const head = bytes.toString('latin1', 0, 64);
  if (head.startsWith('PK')) {
    if (depth >= maxDepth) return skip;
    return openDocx(await openZipArchive(bytes, input.limits), { ...input, depth: depth + 1 });
  }
  if (head.startsWith('{\\rtf')) return (builder) => readRtf(bytes, builder);
  if (/\.xml$/i.test(name)) return skip;
  const mail = /\.mht(?:ml)?$/i.test(name) || /^(?:mime-version|content-type):/im.test(head);
  const html = mail ? (await simpleParser(bytes)).html || '' : '';
  const text = html || decodeText(bytes).text;
  if (
    html !== '' ||
    /\.x?html?$/i.test(name) ||
    /^\s*<(?:!doctype|html|body|p|div|h\d)/i.test(text)
  ) {
    return (builder) => {
      const { title } = builder;
      readHtml(text, builder, { dropNoise: false });
      builder.title = title;
    };
  }
  return (builder) => {
    for (const paragraph of text.split(/\n\s*\n/)) builder.paragraph(paragraph);
  };
}

interface Aside {
  readonly label: string;
  readonly text: string;
  readonly isComment: boolean;
}

/** Returns the comments, page headers and page footers, which stand beside the text. */
async function readLeftOut(zip: PartSource, relations: readonly Relation[]): Promise<Aside[]> {
  const labels: Readonly<Record<string, string>> = {
    header: 'The page header',
    footer: 'The page footer',
    comments: 'A comment',
  };
  const asides = new Map<string, Aside>();
  for (const { type, target } of relations) {
    const label = labels[type];
    const part = label && (await zip.read(target));
    if (!part) continue;
    const root = readXmlTree(part);
    for (const node of type === 'comments' ? descendants(root, 'w:comment') : [root]) {
      const text = visibleText(node);
      asides.set(`${label} ${text}`, { label, text, isComment: type === 'comments' });
    }
  }
  return [...asides.values()];
}

function visibleText(node: XmlNode): string {
  return [...descendants(node, 'w:p')]
    .map((paragraph) => [...descendants(paragraph, 'w:t')].map(textOf).join(''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const flatPart =
  /<(?:\w+:)?part\b[^>]*?\s(?:\w+:)?name="\/?([^"]+)"[^>]*>\s*<(?:\w+:)?(xmlData|binaryData)[^>]*>([\s\S]*?)<\/(?:\w+:)?\2>/g;

/** Reads the parts of an Office file that is saved as one XML file (Flat OPC). */
function readFlatPackage(bytes: Buffer): PartSource {
  const parts = new Map<string, Buffer>();
  for (const [, name = '', kind, content = ''] of bytes.toString('utf8').matchAll(flatPart)) {
    parts.set(name, Buffer.from(content, kind === 'binaryData' ? 'base64' : 'utf8'));
  }
  return {
    names: [...parts.keys()],
    has: (name) => parts.has(name),
    read: async (name) => parts.get(name),
  };
}
