import { rewriteMarkers } from '@lectern/models';
import type { RemovedMarker } from '../written-answer.ts';

/** An open bracket, or white space that may precede one: they may become a marker. */
const unfinished = /\s{0,9}(?:[[【][^\]】]{0,40})?$/u;

/** Rewrites the markers of streamed text, so that the streamed and the stored text are the same. */
export class MarkerStream {
  #waiting = '';
  #length = 0;
  readonly #isSource: (n: number) => boolean;
  readonly #onRemoved: (marker: RemovedMarker) => void;

  constructor(isSource: (n: number) => boolean, onRemoved: (marker: RemovedMarker) => void) {
    this.#isSource = isSource;
    this.#onRemoved = onRemoved;
  }

  /** Adds a piece of text and returns the text that is final, which may be empty. */
  push(piece: string): string {
    const text = this.#waiting + piece;
    const end = unfinished.exec(text)?.index ?? text.length;
    this.#waiting = text.slice(end);
    return this.#rewrite(text.slice(0, end));
  }

  /** Returns the rest of the text. */
  end(): string {
    const rest = this.#rewrite(this.#waiting);
    this.#waiting = '';
    return rest.trimEnd();
  }

  #rewrite(text: string): string {
    const rewritten = rewriteMarkers(text, this.#isSource, (n, at) =>
      this.#onRemoved({ n, at: this.#length + at }),
    );
    this.#length += rewritten.length;
    return rewritten;
  }
}
