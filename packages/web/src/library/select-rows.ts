export interface Toggle {
  readonly id: string;
  /** The last toggled row, if a range is meant. */
  readonly fromId: string | undefined;
}

/** Returns the selection after a row was toggled; with `fromId` all rows between change with it. */
export function selectRows(
  rows: readonly { readonly id: string }[],
  selected: ReadonlySet<string>,
  { id, fromId }: Toggle,
): ReadonlySet<string> {
  const next = new Set(selected);
  const place = (wanted: string) => rows.findIndex((row) => row.id === wanted);
  const [first = -1, last = -1] = [place(fromId ?? id), place(id)].toSorted((a, b) => a - b);
  const meant = first < 0 ? [id] : rows.slice(first, last + 1).map((row) => row.id);
  const isOn = !selected.has(id);
  for (const one of meant) {
    if (isOn) next.add(one);
    else next.delete(one);
  }
  return next;
}
