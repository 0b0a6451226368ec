/** Descriptions of the library for a grant that has ended. */
const ended = new Set<unknown>(['session no longer exists', 'user not found']);

/**
 * Corrects errors of the token endpoint to RFC 6749 (5.2) and RFC 7636 (4.6). A grant that does not
 * match its verifier, or whose person or session is gone, is 400 `invalid_grant`, upon which a
 * client asks its person again; the library answers `invalid_request` with 401, or `invalid_user`.
 * Errors without a code of the standard, as for a body that is not a form, are 400
 * `invalid_request`.
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
