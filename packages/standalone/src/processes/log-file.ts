import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 10 * 1024 * 1024;

/** The log of one process: at most ten megabytes, and as much again of what came before (`.1`). */
export class LogFile {
  readonly path: string;
  #stream: WriteStream;
  #size: number;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    this.#stream = this.#openStream();
  }

  write(line: string): void {
    this.#size += Buffer.byteLength(line) + 1;
    if (this.#size > maxBytes) this.#rotate(line);
    this.#stream.write(`${line}\n`);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#stream.end(resolve));
  }

  #rotate(nextLine: string): void {
    this.#stream.end();
    renameSync(this.path, `${this.path}.1`);
    this.#size = Buffer.byteLength(nextLine) + 1;
    this.#stream = this.#openStream();
  }

  #openStream(): WriteStream {
    const stream = createWriteStream(this.path, { flags: 'a', mode: 0o600 });
    stream.on('error', () => {});
    return stream;
  }
}
