/** Texts of the evidence view in other MCP clients. */
export const mcpApp = {
  waiting: 'Looking in the documents',
  failed: 'The documents could not be searched.',
  none: 'Nothing in the documents was found for this.',
  reading: 'Opening the document',
  unreadable: 'The document cannot be opened now. These are the words that were found.',
  passageAlone: 'This client opens no documents here. These are the words that were found.',
  retry: 'Try again',
  earlier: 'Earlier text',
  later: 'Later text',
  moreFailed: 'More of the text could not be read. Try again.',
  documentText: 'Text of the document',
};
