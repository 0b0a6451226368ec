/** A picture of 8-bit red, green and blue samples, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A rectangle at any angle. `along` is the unit vector of its width in reading direction; its
 * height runs at a right angle to that, clockwise.
 */
export interface Box {
  readonly center: Point;
  readonly along: Point;
  readonly width: number;
  readonly height: number;
}

/** A word, with its place along its line's box from 0 to 1. */
export interface RecognisedWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface RecognisedLine {
  /** Place in the picture, in its samples. */
  readonly box: Box;
  readonly words: readonly RecognisedWord[];
  /** Mean probability of the characters, from 0 to 1. */
  readonly confidence: number;
}

export interface RecognisedText {
  /** In no particular order. */
  readonly lines: readonly RecognisedLine[];
  /** Share of the text, by length, in a script that no installed reader knows; from 0 to 1. */
  readonly unreadShare: number;
}

/**
 * Recognises the text of one picture.
 *
 * @param timeoutMs maximum time.
 * @throws Error when the picture cannot be read or takes too long.
 */
export type RecogniseText = (picture: Raster, timeoutMs: number) => Promise<RecognisedText>;
