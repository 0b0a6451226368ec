import { access, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A file beside the tables that exists exactly if the index is complete. */
export class CompletenessMark {
  readonly #path: string;

  constructor(directory: string) {
    this.#path = path.join(directory, 'complete');
  }

  isMarked(): Promise<boolean> {
    return access(this.#path).then(
      () => true,
      () => false,
    );
  }

  async mark(isComplete: boolean): Promise<void> {
    if (isComplete) await writeFile(this.#path, '', { mode: 0o600 });
    else await rm(this.#path, { force: true });
  }
}
