/** A promise that a story resolves later. */
export class Gate {
  #opening = Promise.withResolvers<void>();
  isOpen = false;

  get opened(): Promise<void> {
    return this.#opening.promise;
  }

  open(): void {
    this.isOpen = true;
    this.#opening.resolve();
  }

  close(): void {
    this.isOpen = false;
    this.#opening = Promise.withResolvers<void>();
  }
}
