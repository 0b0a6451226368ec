export interface Acted<Item = unknown> {
  readonly done: readonly Item[];
  readonly failedCount: number;
  /** The first error. */
  readonly error: unknown;
}

/** Runs an action for each item in turn. A failure does not stop the others. */
export async function runForEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Acted<Item>> {
  const done: Item[] = [];
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await act(item);
      done.push(item);
    } catch (error) {
      errors.push(error);
    }
  }
  return { done, failedCount: errors.length, error: errors[0] };
}
