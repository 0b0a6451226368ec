/**
 * Text of the advisory lock for the deletion of unreferenced blobs. While a session holds
 * `hashtextextended(text, 0)`, no blob of the site is deleted.
 */
export const blobSweepLock = 'rag.lifecycle';
