import type { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { defaultEncoding, encodingOfCharset, encodingOfCodePage } from './encodings.ts';
import { ParagraphWriter } from './paragraph-writer.ts';
import { type RtfToken, readTokens } from './read-tokens.ts';

/** Role of a group's text. `ignored` applies to all groups within as well. */
type Destination =
  | 'body'
  | 'ignored'
  | 'fonts'
  | 'styles'
  | 'information'
  | 'title'
  | 'author'
  | 'marker'
  | 'note';

interface Group {
  destination: Destination;
  /** Number of the current font. */
  font: number | undefined;
  /** Fallback characters after each `\u` for readers without Unicode. */
  fallbackLength: number;
  isHidden: boolean;
}

const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  info: 'information',
  listtext: 'marker',
  pntext: 'marker',
  footnote: 'note',
};
const ignoredDestinations = new Set([
  'annotation',
  'atnauthor',
  'atnid',
  'colortbl',
  'comment',
  'datafield',
  'filetbl',
  'fldinst',
  'ftncn',
  'ftnsep',
  'ftnsepc',
  'header',
  'headerf',
  'headerl',
  'headerr',
  'footer',
  'footerf',
  'footerl',
  'footerr',
  'nonshppict',
  'objdata',
  'pict',
  'revtbl',
  'rxe',
  'sp',
  'tc',
  'xe',
]);
/** Groups marked as skippable whose text belongs to the document. */
const readAnyway = new Set(['shpinst', 'shptxt', 'ud']);

const characters: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '\u2011',
  tab: '\t',
  line: '\n',
  softline: '\n',
  bullet: '\u2022',
  emdash: '\u2014',
  endash: '\u2013',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
};

const deepest = 5_000;

/**
 * Writes the text of an RTF file: paragraphs, headings by outline level or style, lists, tables and
 * notes. Pictures, objects, headers, footers and comments are left out.
 *
 * @throws ParseFailure `unreadable` for groups that are nested too deep.
 */
export function readRtf(bytes: Buffer, builder: DocumentBuilder): void {
  const reader = new RtfReader(builder);
  for (const token of readTokens(bytes.toString('latin1'))) reader.read(token);
  reader.end();
}

class RtfReader {
  readonly #builder: DocumentBuilder;
  readonly #writer: ParagraphWriter;
  readonly #encodingOfFont = new Map<number, string>();
  readonly #around: Group[] = [];
  #group: Group = { destination: 'body', font: undefined, fallbackLength: 1, isHidden: false };
  #encoding = defaultEncoding;
  /** Bytes of an incomplete character. */
  #bytes: number[] = [];
  #skip = 0;
  #isSkippable = false;
  /** Font or style whose description is being read. */
  #entry = -1;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
    this.#writer = new ParagraphWriter(builder);
  }

  read(token: RtfToken): void {
    if (token.type === 'text') this.#addBytes(token.text);
    else if (token.type === 'byte') this.#addBytes(String.fromCharCode(token.value));
    else {
      this.#flush();
      if (token.type === 'open') this.#open();
      else if (token.type === 'close') this.#close();
      else this.#control(token.word, token.value);
    }
  }

  end(): void {
    this.#flush();
    this.#writer.end();
  }

  #open(): void {
    if (this.#around.length >= deepest) {
      throw new ParseFailure('unreadable', 'The file is damaged: its groups are nested too deep.');
    }
    this.#around.push({ ...this.#group });
    this.#skip = 0;
    this.#isSkippable = false;
  }

  #close(): void {
    const { destination } = this.#group;
    const outer = this.#around.pop();
    if (outer === undefined) return;
    if (destination === 'note' && outer.destination !== 'note') this.#writer.closeNote();
    this.#group = outer;
    this.#skip = 0;
  }

  #control(word: string, value: number | undefined): void {
    if (word === '*') {
      this.#isSkippable = true;
      return;
    }
    const isSkippable = this.#isSkippable;
    this.#isSkippable = false;
    if (this.#group.destination === 'ignored') return;
    if (this.#skip > 0) {
      this.#skip -= 1;
      return;
    }
    const destination = destinations[word];
    if (destination !== undefined) this.#group.destination = destination;
    else if (ignoredDestinations.has(word) || (isSkippable && !readAnyway.has(word))) {
      this.#group.destination = 'ignored';
    } else if (word === 'u') this.#addUnicode(value ?? 0);
    else if (word === 'uc') this.#group.fallbackLength = value ?? 1;
    else if (word === 'ansicpg') this.#encoding = encodingOfCodePage(value);
    else if (word === 'mac') this.#encoding = 'macintosh';
    else if (word === 'v') this.#group.isHidden = value !== 0;
    else if (word === 'plain') this.#group.isHidden = false;
    else if (this.#group.destination === 'fonts') this.#describeFont(word, value);
    else if (this.#group.destination === 'styles') this.#describeStyle(word, value);
    else if (this.#group.destination === 'information') this.#describeDocument(word);
    else if (word === 'f') this.#group.font = value;
    else if (characters[word] !== undefined) this.#write(characters[word]);
    else if (this.#group.destination === 'body') this.#writer.control(word, value);
    else if (word === 'par') this.#write('\n');
  }

  #describeFont(word: string, value: number | undefined): void {
    if (word === 'f') this.#entry = value ?? -1;
    const encoding = word === 'fcharset' ? encodingOfCharset(value) : undefined;
    if (encoding !== undefined) this.#encodingOfFont.set(this.#entry, encoding);
  }

  #describeStyle(word: string, value: number | undefined): void {
    if (word === 's') this.#entry = value ?? -1;
    else if (word === 'cs' || word === 'ds' || word === 'ts') this.#entry = -1;
    else if (word === 'outlinelevel') this.#writer.setStyleLevel(this.#entry, value ?? 9);
  }

  #describeDocument(word: string): void {
    if (word === 'title') this.#builder.title = '';
    if (word === 'author') this.#builder.metadata.author = '';
    // A value for readers without Unicode is followed by the same value in Unicode.
    if (word === 'upr' || word === 'ud') return;
    this.#group.destination = word === 'title' || word === 'author' ? word : 'ignored';
  }

  #addBytes(text: string): void {
    const { destination, isHidden } = this.#group;
    const skipped = Math.min(this.#skip, text.length);
    this.#skip -= skipped;
    if (destination === 'ignored' || destination === 'fonts' || isHidden) return;
    for (let at = skipped; at < text.length; at += 1) this.#bytes.push(text.charCodeAt(at));
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const encoding = this.#encodingOfFont.get(this.#group.font ?? -1) ?? this.#encoding;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    this.#write(new TextDecoder(encoding).decode(bytes));
  }

  #addUnicode(value: number): void {
    this.#skip = this.#group.fallbackLength;
    const code = value < 0 ? value + 0x1_0000 : value;
    if (code > 0 && code <= 0xffff) this.#write(String.fromCharCode(code));
  }

  #write(text: string): void {
    const { destination, isHidden } = this.#group;
    if (isHidden) return;
    if (destination === 'body') this.#writer.text(text);
    else if (destination === 'marker') this.#writer.marker(text);
    else if (destination === 'note') this.#writer.note(text);
    else if (destination === 'styles') this.#writer.nameStyle(this.#entry, text);
    else if (destination === 'title') {
      this.#builder.title = `${this.#builder.title ?? ''}${text}`;
    } else if (destination === 'author') {
      this.#builder.metadata.author = `${this.#builder.metadata.author ?? ''}${text}`;
    }
  }
}
