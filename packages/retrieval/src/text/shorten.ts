/** Shortens a text to at most `length` code units by removing its middle. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor((length - 1) / 2);
  return `${text.slice(0, half)} ${text.slice(-half)}`.toWellFormed();
}
