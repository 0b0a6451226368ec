/**
 * Text of the advisory lock under which unreferenced blobs are deleted: the session that holds
 * `hashtextextended(text, 0)` keeps every blob of its site where it is.
 */
export const blobSweepLock = 'rag.lifecycle';
