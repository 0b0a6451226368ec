/** How errors name the service. */
export const pubmed = 'PubMed';
