import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** What a cursor is answered with that was never given out. */
export function createUnknownCursor(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor: is not one of this list', {
    field: 'cursor',
  });
}

/**
 * Of a list that has one page.
 *
 * @throws ProtocolError invalid params, for every cursor but an empty one.
 */
export function assertFirstPage(
  params: { readonly cursor?: string | undefined } | undefined,
): void {
  if (params?.cursor) throw createUnknownCursor();
}
