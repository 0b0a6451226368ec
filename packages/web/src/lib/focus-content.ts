/** Focuses the page's content in place of an element that is about to be removed. */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}

const focusable = 'a[href], button:not(:disabled), input, select, textarea, [tabindex="0"]';

/**
 * Focuses the next control, or the one before, in place of a control that is about to be removed.
 */
export function focusBeside(control: HTMLElement): void {
  const frame = control.closest('[role=dialog], form, #content') ?? document.body;
  const all = [...frame.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => one === control || one.checkVisibility(),
  );
  const at = all.indexOf(control);
  (all[at + 1] ?? all[at - 1] ?? frame.querySelector<HTMLElement>('h1, h2'))?.focus();
}
