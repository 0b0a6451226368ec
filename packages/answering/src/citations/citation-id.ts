import { createHash } from 'node:crypto';
import type { Passage } from '../passage.ts';

/** Returns a stable id: the same passage of the same version has the same id in every answer. */
export function createCitationId(
  { documentId, version }: Pick<Passage, 'documentId' | 'version'>,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const place = [documentId, version, start, end].join(':');
  return `cit_${createHash('sha256').update(place).digest('hex').slice(0, 24)}`;
}
