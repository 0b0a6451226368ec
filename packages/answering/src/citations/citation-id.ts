import { createHash } from 'node:crypto';
import type { Passage } from '../passage.ts';

/** The same for the same passage of the same version of a document, in every answer. */
export function createCitationId(
  { documentId, version }: Pick<Passage, 'documentId' | 'version'>,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const place = [documentId, version, start, end].join(':');
  return `cit_${createHash('sha256').update(place).digest('hex').slice(0, 24)}`;
}
