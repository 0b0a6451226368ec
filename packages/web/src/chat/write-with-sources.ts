import type { Citation } from '@lectern/contracts';
import { plainLine, plainLink } from '@lectern/contracts/plain-markdown';

/**
 * Returns an answer as Markdown with a footnote for each cited source. `closed` names sources
 * without a title.
 */
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
    const words = withheld ? '' : ` “${plainLine(quote)}”`;
    return `[^${n}]: ${plainLine(title || closed)}${place}.${plainLink(url)}${words}`;
  });
  return [body, ...notes].join('\n\n');
}
