import { type CimdOptions, cimd } from '@better-auth/cimd';

/** The only place where an address of an unknown client is fetched. */
const authorizePath = '/oauth2/authorize';

/**
 * Lets an MCP client be known by an https address instead of a registration: its metadata is read
 * from there, at most 5 KB in 5 s, and again after an hour. 120 are fetched a minute, 30 of a site.
 */
export function createClientDocumentsPlugin(
  fetchDocument: CimdOptions['fetchClientMetadataResource'],
) {
  return cimd({
    fetchClientMetadataResource: fetchDocument,
    metadataProfile: 'mcp-2026-07-28',
    maxCacheEntries: 1_000,
    isMetadataDocumentUrlAllowed: async (clientId, { path, context }) =>
      path === authorizePath ||
      (await context.adapter.count({
        model: 'oauthClient',
        where: [{ field: 'clientId', value: clientId }],
      })) > 0,
  });
}
