export type CollectionTask = 'rename' | 'move' | 'share' | 'settings' | 'delete';
