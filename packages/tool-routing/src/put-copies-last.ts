import { descriptionTermsOf, type IndexedTool } from './routing-index.ts';

/** Minimum share of the shorter description's terms that the other one also contains. */
const minShared = 0.5;

/**
 * Returns the first `limit` of tools that are given best first. A tool with the same name and
 * nearly the same description as a better one is a copy, mostly of another server. Copies come
 * last, so that they displace no other tool.
 */
export function putCopiesLast<Place>(
  ordered: readonly Place[],
  toolAt: (place: Place) => IndexedTool | undefined,
  limit: number,
): Place[] {
  const originals: Place[] = [];
  const copies: Place[] = [];
  const termsByName = new Map<string, ReadonlySet<string>[]>();
  for (const place of ordered) {
    if (originals.length === limit) break;
    const indexed = toolAt(place);
    if (!indexed) continue;
    const name = indexed.tool.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
    const terms = new Set(descriptionTermsOf(indexed.document));
    const known = termsByName.get(name) ?? [];
    if (known.some((other) => isAlike(other, terms))) {
      copies.push(place);
      continue;
    }
    termsByName.set(name, [...known, terms]);
    originals.push(place);
  }
  return [...originals, ...copies].slice(0, limit);
}

/** A tool without a description resembles every tool of its name. */
function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared >= minShared * Math.min(a.size, b.size);
}
