import type { FileSample } from '../file-sample.ts';
import type { ParseLimits } from '../parse-limits.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { RecogniseText } from '../recognition/recognise-text.ts';

/** A file within another, such as an attachment of a message. */
export interface AttachedFile {
  readonly bytes: Buffer;
  /** Empty if it has no name. */
  readonly fileName: string;
  readonly declaredMimeType?: string | undefined;
  /** Wall-clock milliseconds for it; those of the file around it by default. */
  readonly clockMs?: number | undefined;
}

/**
 * Parses a file within another by the reader of its format.
 * @throws ParseFailure also where files are nested too deep or the time for them is over.
 */
export type ReadAttached = (file: AttachedFile) => Promise<ParsedDocument>;

/** Parts of Word and OpenDocument texts that are read only if a collection asks for them. */
export interface ReadParts {
  readonly comments?: boolean | undefined;
  /** Page headers and footers. */
  readonly headers?: boolean | undefined;
}

/** Input of a format parser. */
export interface FormatInput {
  readonly bytes: Buffer;
  /** File name from the user: a hint, never a path. */
  readonly fileName: string;
  readonly password?: string | undefined;
  readonly parts?: ReadParts | undefined;
  readonly limits: ParseLimits;
  /** Recognises the text of pictures; absent without text recognition. */
  readonly recognise?: RecogniseText | undefined;
  /** Absent where files within files are not read. */
  readonly readAttached?: ReadAttached | undefined;
}

/**
 * Parses a file.
 * @throws ParseFailure for every problem that is reported to the user.
 */
export type FormatParser = (input: FormatInput) => Promise<ParsedDocument>;

/** An entry of the list of formats. */
export interface Format {
  /** Name in messages, such as "PDF document". */
  readonly label: string;
  /** Usual file name extensions in lower case, without the dot. */
  readonly endings: readonly string[];
  /**
   * Types that the parser returns, each by the extension that stands for it. A search for `type:` an
   * extension finds them by any file name.
   */
  readonly mimeTypes?: Readonly<Record<string, string>>;
  /** True for text formats, so that any text with such an extension can be parsed. */
  readonly isText?: true;
  /** Recognises the format by content; the extension decides only between similar text formats. */
  recognise(sample: FileSample): boolean;
  /** Loads the parser and its libraries; absent for a known format without a parser. */
  readonly load?: () => Promise<FormatParser>;
}
