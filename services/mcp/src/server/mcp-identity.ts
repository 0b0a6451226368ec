/** Name of the server for MCP clients. */
export const mcpServerName = 'lectern';
export const mcpServerTitle = 'Lectern documents';

/** Protocol revisions served, newest first. */
export const mcpRevisions = ['2026-07-28', '2025-11-25'] as const;

export const mcpInstructions =
  "This server holds the team's own documents. Call search_documents (passages) or retrieve_context (whole articles) before answering anything they may cover, and name title and page of what you use.";
