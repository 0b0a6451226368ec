/** What the library says of a grant that is good no longer, under other words than the standard's. */
const ended = new Set<unknown>(['session no longer exists', 'user not found']);

/**
 * A refusal of the token endpoint as RFC 6749 (5.2) and RFC 7636 (4.6) have it: where the grant does
 * not fit its verifier, or its person or session is gone, 400 `invalid_grant`, upon which a client
 * asks its person anew. The library calls it an invalid request or user, the first with 401. What it
 * refuses without a word of the standard, such as another type than a form, is 400 `invalid_request`.
 */
export async function correctTokenError(answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.includes('json');
  if (answer.ok || !isJson) return answer;
  const body = (await answer.json()) as Readonly<Record<string, unknown>>;
  const isUnproven = body.error === 'invalid_request' && answer.status === 401;
  const isEnded = body.error === 'invalid_user' || ended.has(body.error_description);
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'no-store');
  headers.delete('content-length');
  if (typeof body.error !== 'string' && answer.status < 429) {
    const said = { error: 'invalid_request', error_description: body.message };
    return Response.json(said, { status: 400, headers });
  }
  return isUnproven || isEnded
    ? Response.json({ ...body, error: 'invalid_grant' }, { status: 400, headers })
    : Response.json(body, { status: answer.status, headers });
}
