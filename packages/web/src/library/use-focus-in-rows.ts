import type { Document } from '@lectern/contracts';
import { useLayoutEffect, useRef } from 'react';

export interface ShownRows {
  readonly rows: readonly Pick<Document, 'id'>[];
  /** Ids of rows that were deleted. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Keeps the keyboard focus in the table: from a deleted row to its successor, and from the undo
 * notice back to the row.
 */
export function useFocusInRows({ rows, hidden }: ShownRows): void {
  const shown = useRef<ShownRows>({ rows, hidden });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { rows, hidden };
    if (before.hidden === hidden || !isFocusLost()) return;
    const place = findPlace(before, { rows, hidden });
    if (place === undefined) return;
    const id = CSS.escape(rows[place]?.id ?? '');
    const places = [`[data-document="${id}"] a`, '#content [role=table]', '#content'];
    for (const selector of places) {
      const element = document.querySelector<HTMLElement>(selector);
      if (element) return element.focus();
    }
  }, [rows, hidden]);
}

function findPlace(before: ShownRows, now: ShownRows): number | undefined {
  const back = now.rows.findIndex(({ id }) => before.hidden.has(id));
  if (back >= 0) return back;
  const gone = before.rows.findIndex(({ id }) => now.hidden.has(id));
  return gone >= 0 ? Math.min(gone, now.rows.length - 1) : undefined;
}

/** Returns true if the focused element is gone; the body has the focus if no row is left. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, [data-undo], #content');
}
