import { registryNumberPattern } from '../registry-numbers.ts';
import type { RecordSource } from './record-source.ts';

/** Identifiers of publications and studies: registry numbers, PMIDs, PMC ids, DOIs, and bare numbers that can be PMIDs. */
export const identifier = new RegExp(
  `(?<![\\p{L}\\p{N}])NCT\\s?\\d{8}(?![\\p{L}\\p{N}])|${registryNumberPattern}|\\bPMID:?\\s*\\d+|\\bPMC\\d+\\b|\\b10\\.\\d{4,9}\\/[^\\s\\])]*[\\p{L}\\p{N}]|\\b\\d{7,9}\\b`,
  'giu',
);

/** Identifiers in one passage of an own document. */
export interface Unfetched {
  readonly n: number;
  readonly ids: readonly string[];
}

/**
 * Identifiers of publications and studies in an answer that only passages of own documents hold, as
 * they are written there, by the passages that the answer cites.
 */
export function listUnfetched(
  text: string,
  sources: readonly RecordSource[],
): readonly Unfetched[] {
  const written = (source: RecordSource) => {
    const [{ title, text: held }] = source.passages;
    return [...`${title}\n${held}`.matchAll(identifier)].map(([found]) => found);
  };
  const named = new Set(listIdentifiers(text));
  const fetched = new Set(
    sources
      .filter(({ kind }) => kind !== 'document')
      .flatMap(written)
      .map(normalise),
  );
  return sources.flatMap((source) => {
    if (source.kind !== 'document' || !text.includes(`[${source.n}]`)) return [];
    const ids = written(source).filter((id) => {
      const isBareNumber = /^\d{7,9}$/.test(id);
      return !isBareNumber && named.has(normalise(id)) && !fetched.has(normalise(id));
    });
    return ids.length > 0 ? [{ n: source.n, ids: [...new Set(ids)] }] : [];
  });
}

/** Identifiers in a text, in one form each. */
export function listIdentifiers(text: string): string[] {
  return [...text.matchAll(identifier)].map(([found]) => normalise(found));
}

function normalise(id: string): string {
  return id
    .replace(/^PMID:?\s*/i, '')
    .replaceAll(/\s/g, '')
    .toUpperCase();
}
