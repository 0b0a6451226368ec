import {
  clinicalTrialsGetOutputSchema,
  clinicalTrialsSearchOutputSchema,
  pubmedGetOutputSchema,
  pubmedSearchOutputSchema,
  searchDocumentsOutputSchema,
} from '@lectern/contracts';

/** The tools of the MCP service that the nodes call, with what they answer. */
export const toolMapping = {
  pubmed_search: { search: { tool: 'pubmed_search', output: pubmedSearchOutputSchema } },
  pubmed_get: { get: { tool: 'pubmed_get', output: pubmedGetOutputSchema } },
  ctgov_search: {
    search: { tool: 'clinicaltrials_search', output: clinicalTrialsSearchOutputSchema },
    get: { tool: 'clinicaltrials_get', output: clinicalTrialsGetOutputSchema },
  },
  rag_search: { search: { tool: 'search_documents', output: searchDocumentsOutputSchema } },
} as const;
