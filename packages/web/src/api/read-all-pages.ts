const pageSize = 500;

interface PageStart {
  readonly limit: number;
  readonly cursor?: string;
}

/** Returns every item of a paginated list. */
export async function readAllPages<Page extends { readonly next_cursor: string | null }, Item>(
  read: (start: PageStart) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: pageSize, ...(cursor && { cursor }) });
    all.push(...itemsOf(page));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return all;
}
