/** Role of a block of text. */
export type ContentKind = 'heading' | 'paragraph' | 'list_item' | 'table' | 'code' | 'quote';

/**
 * `running` is for page headers, footers and page numbers, which belong to the page and to no
 * chunk.
 */
export type BlockKind = ContentKind | 'running';

/** A page of a paged format; `start` and `end` are code points in the document's text. */
export interface Page {
  /** Page number, from 1. */
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** The rows of a table block. */
export interface TableRows {
  /** Names of the columns; empty where they are unknown. */
  readonly columns: readonly string[];
  /** True if the first row is the header. */
  readonly hasHeader: boolean;
  /**
   * Start and end of each column's cell in the document's text, alternating, in code points; an
   * empty cell has equal ends or, at the end of a row, is absent.
   */
  readonly rows: readonly (readonly number[])[];
}

/** A stretch of text with one role. Blocks are in reading order and never overlap. */
export interface Block {
  readonly kind: BlockKind;
  /** Headings: 1 (highest) to 6. List items: nesting depth from 1. */
  readonly level?: number;
  /** Code points in the document's text; the block neither starts nor ends with white space. */
  readonly start: number;
  readonly end: number;
  /** Null where the format has no pages. */
  readonly page: number | null;
  /** Titles of the headings above the block, highest first, without a heading's own title. */
  readonly section: readonly string[];
  /** Rows of a table; absent for other blocks and from earlier parsers. */
  readonly table?: TableRows;
}

export interface OutlineEntry {
  readonly level: number;
  readonly title: string;
  readonly start: number;
  readonly page: number | null;
}

/** A loss during parsing, as a sentence for the user. */
export interface ParseWarning {
  readonly code: string;
  readonly message: string;
}

/** A recognised word: a stretch of the text, and its place on the page as it is shown. */
export interface PlacedWord {
  /** Code points in the document's text. */
  readonly start: number;
  readonly end: number;
  /** Upper left corner and size, in ten-thousandths of the page's width. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Degrees, clockwise around the upper left corner. */
  readonly angle: number;
}

/** The recognised words of a page. */
export interface PageWords {
  /** Null where the format has no pages. */
  readonly page: number | null;
  readonly words: readonly PlacedWord[];
}

/** A document as text with structure. All offsets are Unicode code points in `text`. */
export interface ParsedDocument {
  /** Changes whenever the same bytes would give another result. */
  readonly parserVersion: string;
  readonly mimeType: string;
  /** The file's own title, never its name. */
  readonly title: string | null;
  /** Well-formed Unicode, lines ended by `\n`, no control characters but `\n` and `\t`. */
  readonly text: string;
  /** Empty where the format has no pages. */
  readonly pages: readonly Page[];
  /** Absent without recognised text, and from earlier parsers. */
  readonly words?: readonly PageWords[];
  /** Together they contain all text except white space. */
  readonly blocks: readonly Block[];
  readonly outline: readonly OutlineEntry[];
  /** Metadata of the file itself: `author`, `language`, `created`, … */
  readonly metadata: Readonly<Record<string, string>>;
  readonly warnings: readonly ParseWarning[];
}
