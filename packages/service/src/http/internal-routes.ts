import type { Endpoint, InsideEndpoint, Scope } from '@lectern/contracts';
import type { Express, RequestHandler } from 'express';
import {
  requireOperatorToken,
  requirePrincipal,
  requireScope,
  requireService,
  requireSessionOrAdminToken,
} from '../identity/require-principal.ts';
import type { TokenVerifier } from '../identity/tokens.ts';
import { createEndpointRoutes, type EndpointRoutes } from './endpoint-routes.ts';

/** Mounts endpoints on a service behind the gateway: callers come with an internal token. */
export function createInternalRoutes(
  app: Express,
  verifier: TokenVerifier,
): EndpointRoutes<Endpoint | InsideEndpoint> {
  const isPrincipal = requirePrincipal(verifier);
  return createEndpointRoutes<Endpoint | InsideEndpoint>({
    app,
    guard: (endpoint) => {
      if (!('callers' in endpoint)) return [isPrincipal, ...requireAccess(endpoint)];
      const { callers } = endpoint;
      return callers === 'person' ? [isPrincipal] : [requireService(verifier, callers)];
    },
  });
}

/**
 * The gateway knows who is the administrator of the installation; a service inside sees scopes, the
 * credential and what the gateway says of the administrator.
 */
function requireAccess({ access }: Endpoint): RequestHandler[] {
  const scope = findScope(access);
  return [
    ...(scope ? [requireScope(scope)] : []),
    ...(access === 'operator' ? [requireOperatorToken] : []),
    ...(access === 'session_or_admin_key' ? [requireSessionOrAdminToken] : []),
  ];
}

function findScope(access: Endpoint['access']): Scope | undefined {
  switch (access) {
    case 'operator':
      return 'admin';
    case 'public':
    case 'caller':
    case 'session':
    case 'session_or_admin_key':
      return undefined;
    default:
      return access;
  }
}
