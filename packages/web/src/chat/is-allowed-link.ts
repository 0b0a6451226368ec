import type { CitedWords } from '../citations/citation-chip.tsx';

/** Registries that research reads. */
const registries: ReadonlySet<string> = new Set([
  'https://pubmed.ncbi.nlm.nih.gov',
  'https://clinicaltrials.gov',
]);

/**
 * Returns true for the address of a cited source or a public registry. Any other address may come
 * from a document and carry data that the document made the model write.
 */
export function isAllowedLink(
  address: string,
  citations: readonly Pick<CitedWords, 'url'>[],
): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return (
    registries.has(url.origin) ||
    citations.some(
      (citation) => citation.url !== null && URL.parse(citation.url)?.href === url.href,
    )
  );
}
