import { decodeAs } from '../../decode-as.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { decodeSymbols, isSymbolFont } from '../../symbol-fonts.ts';
import type { FormatParser } from '../format.ts';
import { defaultEncoding, encodingOfCharset, encodingOfCodePage } from './encodings.ts';
import { MathReader } from './math-reader.ts';
import { ParagraphWriter } from './paragraph-writer.ts';
import { type RtfToken, readTokens } from './read-tokens.ts';
import { RtfField } from './rtf-field.ts';

/** Role of a group's text. `ignored` applies to all groups within as well. */
type Destination =
  | 'body'
  | 'ignored'
  | 'fonts'
  | 'styles'
  | 'information'
  | 'title'
  | 'author'
  | 'created'
  | 'modified'
  | 'marker'
  | 'note'
  | 'instruction'
  | 'form'
  | 'entry'
  | 'math'
  | 'picture'
  | 'shape_name'
  | 'shape_value'
  | 'header'
  | 'footer'
  | 'comment';

interface Group {
  destination: Destination;
  /** Destination of the text in Unicode that follows ignored text. */
  inUnicode?: Destination;
  font: number | undefined;
  /** Fallback characters after each `\u` for readers without Unicode. */
  fallbackLength: number;
  isHidden: boolean;
  /** True for text that is marked as deleted or as moved elsewhere. */
  isDeleted: boolean;
  isStruck: boolean;
  script: 'raised' | 'lowered' | undefined;
  field: RtfField | undefined;
}

/** Separators before the parts of a date. */
const dateParts: Readonly<Record<string, string>> = { yr: '', mo: '-', dy: '-' };

const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  info: 'information',
  listtext: 'marker',
  pntext: 'marker',
  footnote: 'note',
  fldinst: 'instruction',
  ffdata: 'form',
  formfield: 'form',
  ffl: 'entry',
  moMath: 'math',
  annotation: 'comment',
  sn: 'shape_name',
  sv: 'shape_value',
};
/** Names of the parts that are not part of the text. */
const labels: Readonly<Record<string, string>> = {
  header: 'The page header',
  footer: 'The page footer',
  comment: 'A comment',
};
const ignoredDestinations =
  /^(?:atnauthor|atnid|colortbl|comment|datafield|filetbl|ftncn|ftnsep|ftnsepc|mmathPict|nonshppict|objdata|revtbl|rxe|shprslt|tc|xe)$/;
/** Groups marked as skippable whose text belongs to the document. */
const readAnyway = /^(?:shpinst|shppict|shptxt|sp)$/;

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

export const parseRtf: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  readRtf(bytes, builder);
  return builder.finish('application/rtf');
};

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
  readonly #fontNames = new Map<number, string>();
  readonly #math = new MathReader();
  #group: Group = {
    destination: 'body',
    font: undefined,
    fallbackLength: 1,
    isHidden: false,
    isDeleted: false,
    isStruck: false,
    script: undefined,
    field: undefined,
  };
  #encoding = defaultEncoding;
  /** Bytes of an incomplete character. */
  #bytes: number[] = [];
  #skip = 0;
  #isSkippable = false;
  #isEndnote = false;
  #shapeProperty = '';
  /** Text of a page header, a page footer or a comment. */
  #aside = '';
  #unreadPictures = 0;
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
    if (this.#unreadPictures > 0) {
      const message = `Pictures without a description: ${this.#unreadPictures}.`;
      this.#builder.warn('picture_not_read', message);
    }
  }

  #open(): void {
    if (this.#around.length >= deepest) {
      throw new ParseFailure('unreadable', 'The file is damaged: its groups are nested too deep.');
    }
    this.#around.push({ ...this.#group });
    if (this.#group.destination === 'math') this.#math.open();
    this.#skip = 0;
    this.#isSkippable = false;
  }

  #close(): void {
    const { destination } = this.#group;
    const outer = this.#around.pop();
    if (outer === undefined) return;
    const { field } = this.#group;
    if (destination === 'note' && outer.destination !== 'note') {
      this.#writer.closeNote(this.#isEndnote ? 'endnote' : 'footnote');
    } else if (destination === 'math') {
      const formula = this.#math.close();
      if (outer.destination !== 'math') for (const piece of formula) this.#writer.piece(piece);
    } else if (destination === 'entry') field?.endEntry();
    else if (destination in labels && outer.destination !== destination) {
      this.#builder.aside(labels[destination] ?? '', this.#aside, { isRead: false });
    }
    this.#group = outer;
    if (field !== undefined && field !== outer.field) field.end(this.#writer);
    this.#skip = 0;
  }

  #control(word: string, value: number | undefined): void {
    if (word === '*') {
      this.#isSkippable = true;
      return;
    }
    const isSkippable = this.#isSkippable;
    this.#isSkippable = false;
    if (this.#group.destination === 'ignored') {
      if (word === 'picprop') this.#group.destination = 'picture';
      else if (word === 'ud') this.#group.destination = this.#group.inUnicode ?? 'ignored';
      return;
    }
    if (this.#skip > 0) {
      this.#skip -= 1;
      return;
    }
    if (this.#group.destination === 'math' && this.#math.control(word)) return;
    const destination = (/^(header|footer)[flr]?$/.exec(word)?.[1] ?? destinations[word]) as
      | Destination
      | undefined;
    if (destination !== undefined) this.#openDestination(destination);
    else if (word === 'pict') {
      this.#unreadPictures += 1;
      this.#group.destination = 'ignored';
    } else if (ignoredDestinations.test(word) || (isSkippable && !readAnyway.test(word))) {
      this.#group.destination = 'ignored';
    } else if (word === 'u') this.#addUnicode(value ?? 0);
    else if (word === 'uc') this.#group.fallbackLength = value ?? 1;
    else if (word === 'ansicpg') this.#encoding = encodingOfCodePage(value);
    else if (word === 'mac') this.#encoding = 'macintosh';
    else if (word === 'v') this.#group.isHidden = value !== 0;
    else if (word === 'plain') this.#resetFont();
    else if (this.#changeFont(word, value)) return;
    else if (word === 'field') this.#group.field = new RtfField();
    else if (word === 'fldrslt') this.#group.field?.startResult(this.#writer);
    else if (word === 'upr') {
      // The text for readers without Unicode is followed by the same text in Unicode.
      this.#group.inUnicode = this.#group.destination;
      this.#group.destination = 'ignored';
    } else if (word === 'pc' || word === 'pca') this.#encoding = word === 'pc' ? 'cp437' : 'cp850';
    else if (word === 'ftnalt') this.#isEndnote = true;
    else if (this.#group.destination === 'form') this.#group.field?.form(word, value);
    else if (this.#group.destination === 'fonts') this.#describeFont(word, value);
    else if (this.#group.destination === 'styles') this.#describeStyle(word, value);
    else if (this.#group.destination === 'information') this.#describeDocument(word);
    else if (this.#group.destination === 'created') this.#addDatePart('created', word, value);
    else if (this.#group.destination === 'modified') this.#addDatePart('modified', word, value);
    else if (word === 'f') this.#group.font = value;
    else if (characters[word] !== undefined) this.#write(characters[word]);
    else if (this.#group.destination === 'body') {
      if (!this.#group.isDeleted) this.#writer.control(word, value);
    } else if (word === 'par') this.#write('\n');
  }

  #openDestination(destination: Destination): void {
    this.#group.destination = destination;
    if (destination === 'note') {
      this.#isEndnote = false;
      this.#writer.openNote();
    } else if (destination === 'math') this.#math.open();
    else if (destination === 'shape_name') this.#shapeProperty = '';
    else if (destination in labels) this.#aside = '';
  }

  #resetFont(): void {
    this.#group.isHidden = false;
    this.#group.isDeleted = false;
    this.#group.isStruck = false;
    this.#group.script = undefined;
  }

  /** Changes how text is shown; returns false for other control words. */
  #changeFont(word: string, value: number | undefined): boolean {
    if (word === 'deleted' || word === 'mvf') this.#group.isDeleted = value !== 0;
    else if (word === 'strike' || word === 'striked') this.#group.isStruck = value !== 0;
    else if (word === 'super') this.#group.script = value === 0 ? undefined : 'raised';
    else if (word === 'sub') this.#group.script = value === 0 ? undefined : 'lowered';
    else if (word === 'nosupersub') this.#group.script = undefined;
    else if (word === 'up') this.#group.script = (value ?? 6) >= 4 ? 'raised' : undefined;
    else if (word === 'dn') this.#group.script = (value ?? 6) >= 4 ? 'lowered' : undefined;
    else return false;
    return true;
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
    if (word === 'title' || word === 'author') this.#group.destination = word;
    else if (word === 'creatim') this.#group.destination = 'created';
    else this.#group.destination = word === 'revtim' ? 'modified' : 'ignored';
  }

  #addDatePart(name: 'created' | 'modified', word: string, value: number | undefined): void {
    const separator = dateParts[word];
    if (separator === undefined || !value) return;
    const { metadata } = this.#builder;
    metadata[name] = `${metadata[name] ?? ''}${separator}${String(value).padStart(2, '0')}`;
  }

  #addBytes(text: string): void {
    const { destination, isHidden } = this.#group;
    const skipped = Math.min(this.#skip, text.length);
    this.#skip -= skipped;
    if (destination === 'ignored' || (isHidden && destination !== 'body')) return;
    for (let at = skipped; at < text.length; at += 1) this.#bytes.push(text.charCodeAt(at));
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const encoding = this.#encodingOfFont.get(this.#group.font ?? -1) ?? this.#encoding;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    const font = this.#fontNames.get(this.#group.font ?? -1) ?? '';
    this.#write(isSymbolFont(font) ? bytes.toString('latin1') : decodeAs(bytes, encoding).text);
  }

  #addUnicode(value: number): void {
    this.#skip = this.#group.fallbackLength;
    const code = value < 0 ? value + 0x1_0000 : value;
    if (code > 0 && code <= 0xffff) this.#write(String.fromCharCode(code));
  }

  #write(text: string): void {
    const { destination, isHidden, isDeleted, isStruck, field } = this.#group;
    const font = this.#fontNames.get(this.#group.font ?? -1) ?? '';
    if (destination === 'body' || destination === 'note') {
      if (isDeleted || isStruck) this.#writer.leaveOut('deleted', text);
      else if (isHidden) this.#writer.leaveOut('hidden', text);
      else {
        field?.noteText(text);
        this.#writer.text(decodeSymbols(font, text), this.#group.script);
      }
    } else if (isHidden) return;
    else if (destination === 'marker') this.#writer.marker(decodeSymbols(font, text));
    else if (destination === 'fonts') {
      const name = `${this.#fontNames.get(this.#entry) ?? ''}${text}`.replace(/;.*/s, '');
      this.#fontNames.set(this.#entry, name);
    } else if (destination === 'styles') this.#writer.nameStyle(this.#entry, text);
    else if (destination === 'instruction') field?.instruct(text);
    else if (destination === 'entry') field?.entry(text);
    else if (destination === 'math') this.#math.text(text);
    else if (destination === 'shape_name') this.#shapeProperty += text;
    else if (destination === 'shape_value') this.#describeShape(text);
    else if (destination in labels) this.#aside += text;
    else if (destination === 'title') {
      this.#builder.title = `${this.#builder.title ?? ''}${text}`;
    } else if (destination === 'author') {
      this.#builder.metadata.author = `${this.#builder.metadata.author ?? ''}${text}`;
    }
  }

  #describeShape(description: string): void {
    if (this.#shapeProperty.trim() !== 'wzDescription' || description.trim() === '') return;
    this.#unreadPictures -= 1;
    this.#writer.piece({ kind: 'picture', description });
  }
}
