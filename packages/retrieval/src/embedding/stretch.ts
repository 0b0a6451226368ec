const { imul } = Math;

/** Hash of the empty stretch. */
export const hashSeed = 0x811c9dc5 | 0;

/** Returns the hash of a stretch with one more code unit. */
export function nextHash(hash: number, unit: number): number {
  return imul(hash ^ unit, 0x01000193);
}

/**
 * Code units `start` to `end` of a text, without creating a string. It grows at its end and updates
 * its hash; one object is created per text and moved.
 */
export class Stretch {
  readonly text: string;
  start = 0;
  end = 0;
  hash = hashSeed;

  constructor(text: string) {
    this.text = text;
  }

  /** Empties the stretch and starts it at `start`. */
  moveTo(start: number): void {
    this.start = start;
    this.end = start;
    this.hash = hashSeed;
  }

  /** Adds the text's next code units up to `end`. */
  growTo(end: number): void {
    for (; this.end < end; this.end += 1) {
      this.hash = nextHash(this.hash, this.text.charCodeAt(this.end));
    }
  }
}
