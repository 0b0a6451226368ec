/** Title and terms of a source. Lists are sorted, best first. */
export interface ReadTitle {
  readonly document: string;
  /** Terms of the document's title. */
  readonly title: ReadonlySet<string>;
  /** Terms of the source with its title. */
  readonly whole: ReadonlySet<string>;
}

/** Minimum share of common terms in titles of one kind: two manuals, two contracts. */
const kindShare = 0.5;

/**
 * Returns the positions of the sources about another thing than the question names: `Aurora manual`
 * if it asks about Borealis and there is a `Borealis manual`. Only documents with similar titles are
 * compared. A document with the name in any of its sources is not returned.
 */
export function findOtherDocuments(
  sources: readonly ReadTitle[],
  asked: ReadonlySet<string>,
): ReadonlySet<number> {
  const documents = [...Map.groupBy(sources, ({ document }) => document).values()].map((own) => ({
    sources: own,
    title: own[0]?.title ?? new Set<string>(),
    holds: (term: string) => own.some(({ whole }) => whole.has(term)),
  }));
  const others = documents.filter((one) =>
    documents.some((named) => {
      if (named === one || !areOfOneKind(named.title, one.title)) return false;
      const listAskedOnlyIn = (title: ReadonlySet<string>, without: ReadonlySet<string>) =>
        [...title].filter((term) => asked.has(term) && !without.has(term));
      const names = listAskedOnlyIn(named.title, one.title);
      return (
        names.length > 0 &&
        listAskedOnlyIn(one.title, named.title).length === 0 &&
        !names.some((term) => one.holds(term))
      );
    }),
  );
  const left = new Set(others.flatMap((one) => one.sources));
  return new Set(sources.flatMap((source, at) => (left.has(source) ? at : [])));
}

function areOfOneKind(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared > 0 && shared >= kindShare * Math.min(one.size, other.size);
}
