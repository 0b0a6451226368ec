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

/** Mounts endpoints of an internal service: callers send an internal token. */
export function createInternalRoutes(
  app: Express,
  verifier: TokenVerifier,
): EndpointRoutes<Endpoint | InsideEndpoint> {
  const isPrincipal = requirePrincipal(verifier);
  return createEndpointRoutes<Endpoint | InsideEndpoint>({
    app,
    guard: (endpoint) => {
      if (!('callers' in endpoint)) return [isPrincipal, ...requireAccess(endpoint)];
      const { callers, scope, operator } = endpoint;
      if (callers !== 'person') return [requireService(verifier, callers)];
      return [
        isPrincipal,
        ...(scope ? [requireScope(scope)] : []),
        ...(operator ? [requireOperatorToken] : []),
      ];
    },
  });
}

/**
 * Only the gateway knows the administrator of the installation; an internal service sees scopes,
 * the credential and the claim about the administrator.
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
