import { AppError } from '@lectern/contracts';
import { fromNodeHeaders } from 'better-auth/node';
import type { Request, Response } from 'express';
import type { Memberships } from '../../members/memberships.ts';
import type { Auth } from '../better-auth/create-auth.ts';
import type { Caller } from '../caller/caller.ts';
import { assertOwnOrigin } from '../caller/origins.ts';
import { findScopesOfRole } from '../caller/roles.ts';
import type { SessionTouch } from './session-policy.ts';

export interface SessionIdentifierOptions {
  readonly auth: Auth;
  readonly memberships: Pick<Memberships, 'findRole'>;
  readonly ownOrigins: readonly string[];
  /** Records the use of a session. */
  readonly touchSession: SessionTouch;
}

/**
 * Identifies callers by their session cookie. Cookies that extend the session are added to the
 * response.
 */
export function createSessionIdentifier({
  auth,
  memberships,
  ownOrigins,
  touchSession,
}: SessionIdentifierOptions): (request: Request, response: Response) => Promise<Caller> {
  return async (request, response) => {
    const { session, cookies } = await readSession(auth, request);
    if (!session) throw new AppError('unauthorized');
    assertOwnOrigin(request, ownOrigins);
    const organisationId = session.activeOrganizationId;
    const role = organisationId && (await memberships.findRole(session.userId, organisationId));
    if (!organisationId || !role) {
      throw new AppError('unauthorized', 'You are no longer a member of this organisation.');
    }
    await touchSession(session.id, request.path);
    if (cookies.length > 0) response.append('set-cookie', cookies);
    return {
      kind: 'session',
      userId: session.userId,
      organisationId,
      role,
      scopes: findScopesOfRole(role),
      runId: undefined,
      credential: `session:${session.id}`,
    };
  };
}

async function readSession(auth: Auth, request: Request) {
  if (!request.headers.cookie) return { session: undefined, cookies: [] };
  const { headers, response } = await auth.api
    .getSession({ headers: fromNodeHeaders(request.headers), returnHeaders: true })
    .catch((error: unknown) => {
      throw new AppError('service_unavailable', undefined, { cause: error });
    });
  return { session: response?.session, cookies: headers.getSetCookie() };
}
