import { AppError, requestIdHeader } from '@lectern/contracts';
import { isAPIError } from 'better-auth/api';
import { fromNodeHeaders } from 'better-auth/node';
import type { Request, Response } from 'express';
import type { Auth } from '../better-auth/create-auth.ts';
import { clientAddressHeader } from '../better-auth/to-auth-request.ts';

/**
 * Signs a person in with this response.
 *
 * @throws AppError `forbidden` for a person who must use the identity provider.
 */
export async function startSession(
  auth: Auth,
  userId: string,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<void> {
  const headers = fromNodeHeaders(request.headers);
  headers.set(clientAddressHeader, request.ip ?? '');
  headers.set(requestIdHeader, request.id);
  const session = await auth.api
    .startSession({ body: { userId }, headers, returnHeaders: true })
    .catch((error: unknown) => {
      if (!isAPIError(error) || error.statusCode !== 403) throw error;
      throw new AppError('forbidden', error.message, { details: { reason: 'sso_required' } });
    });
  response.append('set-cookie', session.headers.getSetCookie());
}
