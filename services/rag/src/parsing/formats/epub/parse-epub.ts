import { posix } from 'node:path';
import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { readXml } from '../../read-xml.ts';
import { openZipArchive, type ZipArchive } from '../../zip-archive.ts';
import type { FormatParser } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { PictureTexts } from '../picture-texts.ts';
import { readProperties } from '../read-properties.ts';

interface Book {
  title: string | null;
  readonly metadata: Record<string, string>;
  /** Names of the parts with the text, in reading order. */
  readonly chapters: readonly string[];
}

const metadataNames: Record<string, string> = {
  'dc:creator': 'author',
  'dc:language': 'language',
  'dc:date': 'created',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
  'dc:publisher': 'publisher',
  'dc:subject': 'subject',
  'dc:description': 'description',
};

const styleSheet = /<link\b[^<>]*\bhref\s*=\s*["']([^"']+\.css)["']/gi;

/** Parses the chapters of a book in the order of its spine. */
export const parseEpub: FormatParser = async (input) => {
  const { bytes, limits } = input;
  const zip = await openZipArchive(bytes, limits);
  const book = await readBook(zip);
  const builder = new DocumentBuilder(limits);
  builder.title = book.title;
  const notes = new Map<string, string>();
  const sheets = new Map<string, string>();
  const names = zip.names.filter((name) => /\.(?:png|jpe?g|gif|webp|bmp|tiff?)$/i.test(name));
  const texts = await PictureTexts.readParts(zip, names, input);
  for (const chapter of book.chapters) {
    const page = await zip.read(chapter);
    if (page === undefined) {
      builder.warn('chapter_missing', `A chapter of the book is missing: ${chapter}.`);
      continue;
    }
    const keyOf = (address: string) => posix.join(posix.dirname(chapter), decodeName(address));
    const pictures = { texts, keyOf };
    const { text } = decodeText(page);
    const linked = new Set([...text.matchAll(styleSheet)].map(([, to = '']) => keyOf(to)));
    for (const name of linked) {
      if (sheets.has(name)) continue;
      const sheet = await zip.read(name);
      sheets.set(name, sheet === undefined ? '' : decodeText(sheet).text);
    }
    const own = [...linked].map((name) => sheets.get(name) ?? '');
    readHtml(text, builder, { dropNoise: true, isChapter: true, notes, pictures, sheets: own });
  }
  Object.assign(builder.metadata, book.metadata);
  return builder.finish('application/epub+zip');
};

async function readBook(zip: ZipArchive): Promise<Book> {
  const container = await zip.read('META-INF/container.xml');
  let packageName = '';
  if (container !== undefined) {
    readXml(container, {
      open(name, { 'full-path': path }) {
        if (name === 'rootfile') packageName ||= path ?? '';
      },
    });
  }
  const part = await zip.read(packageName);
  if (part === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: the book names no chapters.');
  }
  return readPackage(part, posix.dirname(packageName));
}

function readPackage(part: Buffer, folder: string): Book {
  const members = new Map<string, string>();
  const chapters = new Set<string>();
  readXml(part, {
    open(name, attributes) {
      const member = members.get(attributes.idref ?? '');
      if (/(?:^|:)item$/.test(name)) {
        const target = posix.join(folder, decodeName(attributes.href ?? ''));
        members.set(attributes.id ?? '', target);
      } else if (/(?:^|:)itemref$/.test(name) && member !== undefined) chapters.add(member);
    },
  });
  const book: Book = { title: null, metadata: {}, chapters: [...chapters] };
  readProperties(part, { names: metadataNames }, book);
  return book;
}

function decodeName(href: string): string {
  try {
    return decodeURIComponent(href.split('#')[0] ?? '');
  } catch {
    return href;
  }
}
