const { imul } = Math;

/** The hash of the empty stretch. */
export const hashSeed = 0x811c9dc5 | 0;

/** The hash of a stretch with one more code unit. */
export function nextHash(hash: number, unit: number): number {
  return imul(hash ^ unit, 0x01000193);
}

/**
 * Code units `start` to `end` of a text, without cutting a string out of it. It grows at its end and
 * carries its hash along; one is made for a text and moved, not one for each place.
 */
export class Stretch {
  readonly text: string;
  start = 0;
  end = 0;
  hash = hashSeed;

  constructor(text: string) {
    this.text = text;
  }

  /** Empties it, to begin at `start`. */
  moveTo(start: number): void {
    this.start = start;
    this.end = start;
    this.hash = hashSeed;
  }

  /** Takes the text's next code units up to `end`. */
  growTo(end: number): void {
    for (; this.end < end; this.end += 1) {
      this.hash = nextHash(this.hash, this.text.charCodeAt(this.end));
    }
  }
}
