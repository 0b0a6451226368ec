import { type CimdOptions, cimd } from '@better-auth/cimd';

/** The only route on which the address of an unknown client is fetched. */
const authorizePath = '/oauth2/authorize';

/**
 * Accepts MCP clients that identify themselves by an https address instead of a registration:
 * metadata of at most 5 KB is read from there within 5 s, and again after an hour. At most 120 a
 * minute, 30 per site.
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
