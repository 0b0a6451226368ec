import type { authPath } from './auth-path.ts';

/**
 * better-auth's routes that are open, by method and path. People, members, invitations, teams and
 * keys are changed by our own routes only, which check more and write the audit log.
 *
 * `limited`: calls are limited by network address, since they check a secret that can be guessed,
 * or create something for anybody. `slowed`: attempts for one account, whose address is in the
 * body, are delayed more and more, over all addresses. `metadata`: describes the server in the form
 * of OAuth or OpenID.
 */
export const openAuthRoutes = {
  'POST /api/auth/sign-in/email': { limited: true, slowed: true },
  'POST /api/auth/sign-out': {},
  'GET /api/auth/get-session': {},
  'GET /api/auth/list-sessions': {},
  'POST /api/auth/revoke-session': {},
  'POST /api/auth/revoke-sessions': {},
  'POST /api/auth/revoke-other-sessions': {},
  'POST /api/auth/change-password': { limited: true },
  'POST /api/auth/two-factor/enable': { limited: true },
  'POST /api/auth/two-factor/disable': { limited: true },
  'POST /api/auth/two-factor/verify-totp': { limited: true },
  'POST /api/auth/two-factor/verify-backup-code': { limited: true },
  'POST /api/auth/two-factor/generate-backup-codes': { limited: true },
  'POST /api/auth/passkey/begin-registration': { limited: true },
  'POST /api/auth/passkey/verify-registration': {},
  'GET /api/auth/passkey/list-user-passkeys': {},
  'POST /api/auth/passkey/update-passkey': {},
  'POST /api/auth/passkey/delete-passkey': {},
  'GET /api/auth/passkey/generate-authenticate-options': { limited: true },
  'POST /api/auth/passkey/verify-authentication': { limited: true },
  'GET /api/auth/callback/oidc': { limited: true },
  'POST /api/auth/callback/oidc': { limited: true },
  'GET /api/auth/sso/callback/:organisation_id': { limited: true },
  'POST /api/auth/sso/callback/:organisation_id': { limited: true },
  'GET /api/auth/sso/metadata/:organisation_id': {},
  'GET /api/auth/error': {},
  'GET /api/auth/organization/list': {},
  'POST /api/auth/organization/create': {},
  'POST /api/auth/organization/set-active': {},
  'GET /api/auth/jwks': {},
  'GET /api/auth/oauth2/authorize': { limited: true },
  'POST /api/auth/oauth2/authorize': { limited: true },
  'POST /api/auth/oauth2/consent': {},
  'POST /api/auth/oauth2/continue': {},
  'POST /api/auth/oauth2/token': {},
  'POST /api/auth/oauth2/introspect': {},
  'POST /api/auth/oauth2/revoke': {},
  'POST /api/auth/oauth2/register': { limited: true },
  'GET /api/auth/oauth2/end-session': {},
  'POST /api/auth/oauth2/end-session': {},
  'POST /api/auth/oauth2/end-session/confirm': {},
  'GET /api/auth/oauth2/public-client': {},
  'POST /api/auth/oauth2/create-client': {},
  'GET /api/auth/oauth2/get-client': {},
  'GET /api/auth/oauth2/get-clients': {},
  'POST /api/auth/oauth2/update-client': {},
  'POST /api/auth/oauth2/delete-client': {},
  'POST /api/auth/oauth2/client/rotate-secret': {},
  'GET /api/auth/oauth2/get-consent': {},
  'GET /api/auth/oauth2/get-consents': {},
  'POST /api/auth/oauth2/delete-consent': {},
  'GET /api/auth/.well-known/oauth-authorization-server': { metadata: true },
  'GET /api/auth/.well-known/openid-configuration': { metadata: true },
  'GET /.well-known/oauth-authorization-server/api/auth': { metadata: true },
  'GET /.well-known/oauth-protected-resource': { metadata: true },
  'GET /.well-known/oauth-protected-resource/mcp': { metadata: true },
} as const satisfies Readonly<
  Record<string, { readonly limited?: true; readonly slowed?: true; readonly metadata?: true }>
>;

export type OpenAuthRoute = keyof typeof openAuthRoutes;

/** Path of an open route below `authPath`, as better-auth names it. */
export type OpenAuthPath<Route = OpenAuthRoute> =
  Route extends `${string} ${typeof authPath}${infer Path}` ? Path : never;
