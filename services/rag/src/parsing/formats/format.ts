import type { FileSample } from '../file-sample.ts';
import type { ParseLimits } from '../parse-limits.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { RecogniseText } from '../recognition/recognise-text.ts';

/** What a format parser gets: the whole file, and what was told with it. */
export interface FormatInput {
  readonly bytes: Buffer;
  /** As the user named it: a hint, never a path. */
  readonly fileName: string;
  readonly password?: string | undefined;
  readonly limits: ParseLimits;
  /** Reads pictures; absent where it is not installed. */
  readonly recognise?: RecogniseText | undefined;
}

/** @throws ParseFailure for everything that the user must hear of. */
export type FormatParser = (input: FormatInput) => Promise<ParsedDocument>;

/** One row of the list of formats. */
export interface Format {
  /** Name in messages: "PDF document". */
  readonly label: string;
  /** Endings under which such files are usually named, lower case, without the dot. */
  readonly endings: readonly string[];
  /** Whether such files are text, so that any text under their ending can be read. */
  readonly isText?: true;
  /** Told by content; the ending decides only between kinds of text that look alike. */
  recognise(sample: FileSample): boolean;
  /** Loads the parser and its libraries; absent where the format is known but not read yet. */
  readonly load?: () => Promise<FormatParser>;
}
