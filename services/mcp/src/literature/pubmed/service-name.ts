/** Name of the service in errors. */
export const pubmed = 'PubMed';
