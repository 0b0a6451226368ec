import { apiKeyPrefix } from '../sessions/create-auth.ts';
import type { CallerIdentifier } from '../sessions/identify-caller.ts';
import type { OAuthTokens } from './oauth-tokens.ts';

/** Takes access tokens of OAuth clients beside what the identifier takes. */
export function acceptOAuth(identifier: CallerIdentifier, tokens: OAuthTokens): CallerIdentifier {
  return {
    ...identifier,
    identify: async (request, response) => {
      const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      return bearer === undefined || bearer.startsWith(apiKeyPrefix)
        ? identifier.identify(request, response)
        : tokens.identify(bearer);
    },
  };
}
