import { defuseMarkers } from '@lectern/models';

/**
 * Words of a source as they may stand in an answer: on one line, so that they begin no statement of
 * their own, and with no bracketed number that would be taken for a citation.
 */
export function quotePlainly(words: string): string {
  return defuseMarkers(words)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\[(\d{1,4})\]/g, '($1)')
    .trim();
}
