import type { BlockSink } from './docx-writer.ts';

/** Collects the blocks of notes as texts. */
export class NoteSink implements BlockSink {
  title: string | null = '';
  texts: string[] = [];

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

  warn(): void {}
}
