const abbreviated = /(\p{L}*)(\d+)-(\d+)(?![\p{L}\p{N}])/gu;

/** Place of the abbreviated page range {@link abbreviated}, and the text after it. */
type Groups = [prefix: string, first: string, last: string, ...unknown[]];

/** Completes abbreviated page ranges: PubMed's `2310-5` becomes `2310-2315`. */
export function completePages(pages: string): string {
  return pages.replaceAll(abbreviated, (written, ...groups: Groups) => {
    const [prefix, first, last] = groups;
    const whole = first.slice(0, Math.max(0, first.length - last.length)) + last;
    return Number(whole) > Number(first) ? `${prefix}${first}-${prefix}${whole}` : written;
  });
}
