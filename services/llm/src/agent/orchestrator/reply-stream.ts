import { MarkerStream } from '@lectern/answering';
import type { Warning } from '@lectern/contracts';
import { idkResponse, otherServersMoreRelevant } from '../replies.ts';

const signals = [idkResponse, otherServersMoreRelevant];
const start = /^[\s"'`*_]*/;

/** Passes a model's text on as it comes, except where it is one of the words of the orchestrator. */
export class ReplyStream {
  readonly #markers: MarkerStream;
  readonly #onText: (text: string) => void;
  readonly #warnings: Warning[] = [];
  #held = '';
  #signal: string | undefined;
  #text = '';

  constructor(sources: number, onText: (text: string) => void) {
    this.#onText = onText;
    this.#markers = new MarkerStream(
      (n) => n <= sources,
      (n) =>
        this.#warnings.push({
          code: 'citation_invalid',
          message: `[${n}] names no source; it was removed.`,
        }),
    );
  }

  /** The word that came in place of an answer. */
  get signal(): string | undefined {
    return this.#signal;
  }

  /** What was passed on. */
  get text(): string {
    return this.#text;
  }

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  push(piece: string): void {
    if (this.#signal) return;
    this.#held += piece;
    const word = this.#held.replace(start, '');
    this.#signal = signals.find((signal) => word.startsWith(signal));
    if (this.#signal || signals.some((signal) => signal.startsWith(word))) return;
    this.#pass(this.#markers.push(this.#held));
    this.#held = '';
  }

  end(): void {
    if (this.#signal) return;
    this.#pass(this.#markers.push(this.#held));
    this.#pass(this.#markers.end());
  }

  #pass(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#onText(text);
  }
}
