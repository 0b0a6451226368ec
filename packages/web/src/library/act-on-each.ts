export interface Acted {
  readonly doneCount: number;
  readonly failedCount: number;
  /** Of the first that failed. */
  readonly error: unknown;
}

/** Acts on one after the other. One that fails keeps nothing from the others. */
export async function actOnEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Acted> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await act(item);
    } catch (error) {
      errors.push(error);
    }
  }
  return {
    doneCount: items.length - errors.length,
    failedCount: errors.length,
    error: errors[0],
  };
}
