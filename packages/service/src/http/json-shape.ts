import { AppError } from '@lectern/contracts/errors';

export interface JsonShapeLimits {
  /** Maximum nesting of objects and arrays. */
  readonly maxDepth: number;
  /** Maximum number of members and items in total. */
  readonly maxValues: number;
}

const byteOf = (character: string) => character.charCodeAt(0);
const quote = byteOf('"');
const backslash = byteOf('\\');
const comma = byteOf(',');
const openList = byteOf('[');
const closeList = byteOf(']');
const openObject = byteOf('{');
const closeObject = byteOf('}');

/**
 * Counts the values of a JSON text while its bytes arrive: a small text of brackets becomes many
 * times its size in memory. Does not check validity.
 */
export class JsonShape {
  readonly #limits: JsonShapeLimits;
  #depth = 0;
  #values = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(limits: JsonShapeLimits) {
    this.#limits = limits;
  }

  /** Members and items so far. */
  get values(): number {
    return this.#values;
  }

  /** @throws AppError `too_large` at the first byte that exceeds a limit. */
  add(chunk: Uint8Array): void {
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInString = false;
      } else if (byte === quote) this.#isInString = true;
      else if (byte === openList || byte === openObject) this.#count(1);
      else if (byte === comma) this.#count(0);
      else if (byte === closeList || byte === closeObject) this.#depth -= 1;
    }
  }

  #count(levels: 0 | 1): void {
    const { maxDepth, maxValues } = this.#limits;
    this.#values += 1;
    this.#depth += levels;
    if (this.#depth > maxDepth) {
      throw new AppError('too_large', `The body is nested deeper than ${maxDepth}.`, {
        details: { max_depth: maxDepth },
      });
    }
    if (this.#values > maxValues) {
      throw new AppError('too_large', `The body holds more than ${maxValues} values.`, {
        details: { max_values: maxValues },
      });
    }
  }
}
