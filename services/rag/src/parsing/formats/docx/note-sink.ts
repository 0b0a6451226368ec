import type { LeftOutReason } from '../../document-builder.ts';
import type { BlockSink } from './docx-writer.ts';

/** Collects the blocks of notes as texts. */
export class NoteSink implements BlockSink {
  title: string | null = '';
  readonly #outer: Pick<BlockSink, 'warn' | 'leaveOut'>;
  texts: string[] = [];

  /** @param outer receives the warnings. */
  constructor(outer: Pick<BlockSink, 'warn' | 'leaveOut'>) {
    this.#outer = outer;
  }

  /** Starts the next note. */
  start(): void {
    this.texts = [];
  }

  heading(_level: number, text: string): void {
    this.texts.push(text.trim());
  }

  paragraph(text: string): void {
    this.texts.push(text.trim());
  }

  listItem(_depth: number, text: string, marker = ''): void {
    this.texts.push(`${marker} ${text}`.trim());
  }

  quote(text: string): void {
    this.texts.push(text.trim());
  }

  code(text: string): void {
    this.texts.push(text);
  }

  table(rows: readonly (readonly string[])[]): void {
    this.texts.push(...rows.map((row) => row.join(' | ')));
  }

  warn(code: string, message: string): void {
    this.#outer.warn(code, message);
  }

  leaveOut(reason: LeftOutReason, text: string): void {
    this.#outer.leaveOut(reason, text);
  }
}
