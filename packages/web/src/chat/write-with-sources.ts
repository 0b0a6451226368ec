import type { Citation } from '@lectern/contracts';

/** An answer as Markdown, with a footnote for each source that it cites; `closed` names those without a title. */
export function writeWithSources(
  text: string,
  citations: readonly Citation[],
  closed: string,
): string {
  const known = new Set(citations.map(({ n }) => n));
  const body = text.replace(/\[(\d+)\]/g, (marker, n: string) =>
    known.has(Number(n)) ? `[^${n}]` : marker,
  );
  const notes = citations.map(({ n, title, page, url, quote, withheld }) => {
    const place = page === null ? '' : `, p. ${page}`;
    const address = url === null ? '' : ` <${url}>`;
    const words = withheld ? '' : ` “${quote.replaceAll(/\s+/g, ' ').trim()}”`;
    return `[^${n}]: ${title || closed}${place}.${address}${words}`;
  });
  return [body, ...notes].join('\n\n');
}
