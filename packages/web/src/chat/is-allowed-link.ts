import type { CitedWords } from '../citations/citation-chip.tsx';

/** Where research takes its records from. */
const registries: ReadonlySet<string> = new Set([
  'https://pubmed.ncbi.nlm.nih.gov',
  'https://clinicaltrials.gov',
]);

/**
 * Whether an address is that of a cited source or of a public register. Any other one may be a
 * document's, or carry what a document made the model write into it.
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
