import type { Document } from '@lectern/contracts';
import { useLayoutEffect, useRef } from 'react';

export interface ShownRows {
  readonly rows: readonly Pick<Document, 'id'>[];
  /** Ids of rows that are being deleted. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Keeps the focus of who works by keyboard: from a row that is deleted it passes to the one that
 * takes its place, and from the notice that offers to take this back to the row that returns.
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

/** What had it is gone, or about to go; the whole page has it where no row was left. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, [data-undo], #content');
}
