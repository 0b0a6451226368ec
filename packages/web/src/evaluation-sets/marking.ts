/** Where the set that answers are marked for is kept while the tab is open; empty: no set. */
export const markingSetKey = 'lectern.marking';
/** The words that Search begins with. */
export const searchWordsKey = 'lectern.search';
