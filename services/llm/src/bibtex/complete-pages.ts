const abbreviated = /(\p{L}*)(\d+)-(\d+)(?![\p{L}\p{N}])/gu;

/** Of {@link abbreviated}; its place and the text follow. */
type Groups = [prefix: string, first: string, last: string, ...unknown[]];

/** Pages with whole last numbers: PubMed writes `2310-5` for 2310 to 2315. All else stays. */
export function completePages(pages: string): string {
  return pages.replaceAll(abbreviated, (written, ...groups: Groups) => {
    const [prefix, first, last] = groups;
    const whole = first.slice(0, Math.max(0, first.length - last.length)) + last;
    return Number(whole) > Number(first) ? `${prefix}${first}-${prefix}${whole}` : written;
  });
}
