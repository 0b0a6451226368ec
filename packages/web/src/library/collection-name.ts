import { isVisible, toName } from '@lectern/contracts';

/** As long as the name of a collection may be. */
const maxLength = 200;

/**
 * The name that a collection made of a folder is kept by, so that it is found again by it; undefined
 * where nobody could see it.
 */
export function toCollectionName(folder: string): string | undefined {
  const cut = toName(folder).slice(0, maxLength);
  // Half of a sign that takes two is none.
  const name = toName(cut.replace(/[\ud800-\udbff]$/, ''));
  return isVisible(name) ? name : undefined;
}
