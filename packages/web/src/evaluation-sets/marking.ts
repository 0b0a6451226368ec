import { writeTab } from '../lib/stored.ts';

/** Where the set that answers are marked for is kept while the tab is open; empty: no set. */
export const markingSetKey = 'lectern.marking';
/** The words that Search begins with. */
export const searchWordsKey = 'lectern.search';
/** What Search narrows and how it is set. */
export const searchFormKey = 'lectern.search-form';

/** Lets Search begin anew with these words: what it was narrowed to was meant for others. */
export function beginSearch(words: string): void {
  writeTab(searchWordsKey, JSON.stringify(words));
  writeTab(searchFormKey, undefined);
}
