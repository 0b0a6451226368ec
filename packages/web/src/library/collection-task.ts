/** What a dialog about a collection is for. */
export type CollectionTask = 'rename' | 'move' | 'share' | 'settings' | 'delete';
