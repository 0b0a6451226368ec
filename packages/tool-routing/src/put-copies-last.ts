import { descriptionTermsOf, type IndexedTool } from './routing-index.ts';

/** Share of the shorter description's terms that the other one holds too. */
const minShared = 0.5;

/**
 * The first `limit` of tools that are given best first. A tool that is offered again, by the same name
 * and in much the same words, is a copy, mostly of another server. It stands behind all that are none,
 * so that copies of one tool do not take the places of others.
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

/** A tool that says nothing of itself is like every other one of its name. */
function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared >= minShared * Math.min(a.size, b.size);
}
