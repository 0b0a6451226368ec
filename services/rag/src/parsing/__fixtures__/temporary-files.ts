import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for the files of a test. */
export class TemporaryFiles {
  readonly #folder = mkdtemp(join(tmpdir(), 'lectern-parsing-'));
  #count = 0;

  async write(content: string | Uint8Array): Promise<string> {
    this.#count += 1;
    const path = join(await this.#folder, `file-${this.#count}`);
    await writeFile(path, content);
    return path;
  }

  async remove(): Promise<void> {
    await rm(await this.#folder, { recursive: true, force: true });
  }
}
