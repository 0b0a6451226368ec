import { rewriteMarkers } from '@lectern/models';

/** What may still become a marker: an open bracket, or white space that goes with one. */
const unfinished = /\s{0,9}(?:[[【][^\]】]{0,40})?$/u;

/** Passes streamed text on with its markers rewritten, so that what is shown is what is kept. */
export class MarkerStream {
  #waiting = '';
  readonly #isSource: (n: number) => boolean;
  readonly #onInvalid: (n: number) => void;

  constructor(isSource: (n: number) => boolean, onInvalid: (n: number) => void) {
    this.#isSource = isSource;
    this.#onInvalid = onInvalid;
  }

  /** Takes a piece of text; gives what is certain, which may be nothing. */
  push(piece: string): string {
    const text = this.#waiting + piece;
    const end = unfinished.exec(text)?.index ?? text.length;
    this.#waiting = text.slice(end);
    return this.#rewrite(text.slice(0, end));
  }

  /** What was held back. */
  end(): string {
    const rest = this.#rewrite(this.#waiting);
    this.#waiting = '';
    return rest.trimEnd();
  }

  #rewrite(text: string): string {
    return rewriteMarkers(text, this.#isSource, this.#onInvalid);
  }
}
