import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

export function createUnknownCursor(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'cursor: is not a cursor of this list',
    {
      field: 'cursor',
    },
  );
}

/**
 * Checks the cursor of a list with a single page.
 * @throws ProtocolError invalid params, for every cursor but an empty one.
 */
export function assertFirstPage(
  params: { readonly cursor?: string | undefined } | undefined,
): void {
  if (params?.cursor) throw createUnknownCursor();
}
