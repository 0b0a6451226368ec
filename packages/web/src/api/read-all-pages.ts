const pageSize = 500;

interface PageStart {
  readonly limit: number;
  readonly cursor?: string;
}

/** Returns every item of a paginated list. */
export async function readAllPages<
  Field extends string,
  Page extends Readonly<Record<Field, readonly unknown[]>> & {
    readonly next_cursor: string | null;
  },
>(read: (start: PageStart) => Promise<Page>, field: Field): Promise<Page[Field][number][]> {
  const all: Page[Field][number][] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: pageSize, ...(cursor && { cursor }) });
    all.push(...page[field]);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return all;
}
