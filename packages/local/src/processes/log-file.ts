import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 10 * 1024 * 1024;

/**
 * The log of one process: at most ten megabytes, and as much again of what came before (`.1`).
 * A line that cannot be written, for want of space say, is lost.
 */
export class LogFile {
  readonly path: string;
  #file: number | undefined;
  #size: number;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    this.#file = openSync(path, 'a', 0o600);
  }

  write(line: string): void {
    if (this.#file === undefined) return;
    const bytes = Buffer.from(`${line}\n`);
    try {
      if (this.#size + bytes.length > maxBytes) this.#file = this.#rotate(this.#file);
      this.#size += writeSync(this.#file, bytes);
    } catch {
      // The log is not worth a crash of what it watches.
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #rotate(full: number): number {
    renameSync(this.path, `${this.path}.1`);
    closeSync(full);
    this.#size = 0;
    return openSync(this.path, 'a', 0o600);
  }
}
