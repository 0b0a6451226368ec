import type { RecordSource } from './record-source.ts';

/**
 * Numbers of studies in registries that are not looked up: ISRCTN, EudraCT and EU CT, the German,
 * Chinese, Indian, Japanese, Australian, Korean, Iranian, Pan-African and Dutch ones.
 */
const forms = [
  'ISRCTN\\s?\\d{8}',
  '(?:EUCTR\\s?)?\\d{4}-\\d{6}-\\d{2}(?:-\\d{2}|-[A-Z]{2,3})?(?!\\d)',
  'DRKS\\d{8}',
  'ChiCTR(?:-[A-Z]+-)?\\d{8,10}',
  'CTRI\\/\\d{4}\\/\\d{2,3}\\/\\d{6}',
  'jRCTs?\\d{9,10}',
  'UMIN\\d{9}',
  'ACTRN\\d{14}',
  'KCT\\d{7}',
  'IRCT\\d+N\\d+',
  'PACTR\\d{15,16}',
  'NTR\\d{3,5}',
];

/** Matches such a number, without a group of its own; letters in either case. */
const registryNumberPattern = `(?<![\\p{L}\\d])(?:${forms.join('|')})(?![\\p{L}\\d])`;

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
 * Returns the identifiers in an answer that only passages of own documents contain, as they are
 * written there, by the passages that the answer cites.
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
