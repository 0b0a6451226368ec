import { writeTab } from '../lib/stored.ts';

/** Tab storage key of the evaluation set that answers are marked for; empty without one. */
export const markingSetKey = 'lectern.marking';
/** Tab storage key of the initial query of Search. */
export const searchWordsKey = 'lectern.search';
/** Tab storage key of the filters and settings of Search. */
export const searchFormKey = 'lectern.search-form';

/** Starts a new search; the filters of the last one are dropped. */
export function beginSearch(words: string): void {
  writeTab(searchWordsKey, JSON.stringify(words));
  writeTab(searchFormKey, undefined);
}
