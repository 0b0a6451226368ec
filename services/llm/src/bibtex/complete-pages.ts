const abbreviated = /(\p{L}*)(\d+)-(\d+)(?![\p{L}\p{N}])/gu;

/** Pages with whole last numbers: PubMed writes `2310-5` for 2310 to 2315. All else stays. */
export function completePages(pages: string): string {
  return pages.replaceAll(abbreviated, (written, prefix: string, first: string, last: string) => {
    const whole = first.slice(0, Math.max(0, first.length - last.length)) + last;
    return Number(whole) > Number(first) ? `${prefix}${first}-${prefix}${whole}` : written;
  });
}
