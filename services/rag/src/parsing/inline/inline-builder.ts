import type { LeftOutReason } from '../document-builder.ts';
import type { Inline, InlineGroup } from './inline.ts';
import { writeInline } from './write-inline.ts';

/** Makes a piece of the content between `open` and `close`. */
export type CloseInline = (content: readonly Inline[]) => Inline | readonly Inline[];

/** Maximum pieces within each other, so that writing them never fills the stack. */
const maxDepth = 50;
/** A longer raised or lowered text is not joined with its neighbours. */
const maxScriptLength = 200;

/** Names a stretch of text that is left out, as `DocumentBuilder.leaveOut` does. */
export type ReportLeftOut = (reason: LeftOutReason, text: string) => void;

/** Collects running text while a format's elements are read. */
export class InlineBuilder {
  #content: Inline[] = [];
  /** Open content beyond the maximum depth. */
  #ignored = 0;
  readonly #report: ReportLeftOut | undefined;
  /** Text that was left out since the last visible piece. */
  #leftOut: { readonly reason: LeftOutReason; readonly text: string } | undefined;
  readonly #around: { readonly content: Inline[]; readonly close: CloseInline }[] = [];

  constructor(report?: ReportLeftOut) {
    this.#report = report;
  }

  /** Adds a piece; neighbours of the same script become one. */
  add(piece: Inline): void {
    if (typeof piece !== 'string' || piece.trim() !== '') this.#reportLeftOut();
    const last = this.#content.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') {
      this.#content[this.#content.length - 1] = last + piece;
    } else if (isScript(piece) && isScript(last) && last.kind === piece.kind && !isLong(last)) {
      const content = [writeInline([...last.content, ...piece.content])];
      this.#content[this.#content.length - 1] = { kind: piece.kind, content };
    } else if (piece !== '') this.#content.push(piece);
  }

  /** Adds text as a piece of its kind. */
  addScript(kind: 'raised' | 'lowered', text: string): void {
    this.add({ kind, content: [text] });
  }

  /** Reports text that is not part of the document; neighbours are reported as one. */
  leaveOut(reason: LeftOutReason, text: string): void {
    if (this.#leftOut !== undefined && this.#leftOut.reason !== reason) this.#reportLeftOut();
    this.#leftOut = { reason, text: `${this.#leftOut?.text ?? ''}${text}` };
  }

  /** Starts content that becomes a piece at its end; deeper content is part of that around it. */
  open(close: CloseInline): void {
    if (this.#around.length >= maxDepth) {
      this.#ignored += 1;
      return;
    }
    this.#around.push({ content: this.#content, close });
    this.#content = [];
  }

  close(): void {
    if (this.#ignored > 0) {
      this.#ignored -= 1;
      return;
    }
    const outer = this.#around.pop();
    if (outer === undefined) return;
    const pieces = outer.close(this.#content);
    this.#content = outer.content;
    for (const piece of Array.isArray(pieces) ? pieces : [pieces]) this.add(piece as Inline);
  }

  /** Returns true if there is no piece yet. */
  get isEmpty(): boolean {
    return this.#content.length === 0 && this.#around.length === 0;
  }

  /** Returns the text and starts anew. */
  take(): string {
    this.#ignored = 0;
    while (this.#around.length > 0) this.close();
    const text = writeInline(this.#content);
    this.#content = [];
    this.#reportLeftOut();
    return text;
  }

  #reportLeftOut(): void {
    if (this.#leftOut !== undefined) this.#report?.(this.#leftOut.reason, this.#leftOut.text);
    this.#leftOut = undefined;
  }
}

function isScript(piece: Inline | undefined): piece is InlineGroup {
  return typeof piece === 'object' && (piece.kind === 'raised' || piece.kind === 'lowered');
}

function isLong({ content }: InlineGroup): boolean {
  return String(content[0] ?? '').length > maxScriptLength;
}
