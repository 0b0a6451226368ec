import { isVisible, toName } from '@lectern/contracts';

/** Maximum length of a collection's name. */
const maxLength = 200;

/** Returns the name of the collection for a folder, or undefined if it would be invisible. */
export function toCollectionName(folder: string): string | undefined {
  const cut = toName(folder).slice(0, maxLength);
  // Drops half of a surrogate pair.
  const name = toName(cut.replace(/[\ud800-\udbff]$/, ''));
  return isVisible(name) ? name : undefined;
}
