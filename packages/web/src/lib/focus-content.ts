/** Focuses the page's content in place of an element that is about to be removed. */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}
