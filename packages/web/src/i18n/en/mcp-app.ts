/** Texts of the evidence view in other MCP clients. */
export const mcpApp = {
  waiting: 'Searching the documents',
  failed: 'The documents could not be searched.',
  none: 'No matching documents.',
  reading: 'Opening the document',
  unreadable: 'The document is unavailable. This is the quote.',
  passageAlone: 'This client cannot open documents. This is the quote.',
  retry: 'Retry',
  earlier: 'Previous text',
  later: 'Next text',
  moreFailed: 'The text could not be loaded. Try again.',
  documentText: 'Document text',
};
