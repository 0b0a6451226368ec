interface ListPage {
  readonly next_cursor: string | null;
}

export async function readPages<Page extends ListPage, Item>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await read({ limit: 500, ...(cursor && { cursor }) });
    items.push(...itemsOf(page));
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}
