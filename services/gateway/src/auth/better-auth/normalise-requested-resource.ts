import { createAuthMiddleware } from 'better-auth/api';
import { onPath } from './on-path.ts';

/**
 * Accepts the resource's address in every equal form, with a slash at its end for instance, as the
 * MCP specification asks. The library compares the texts.
 */
export function normaliseRequestedResource(resource: string) {
  const normalise = (asked: unknown): unknown =>
    Array.isArray(asked) ? asked.map(normalise) : isSameAddress(asked, resource) ? resource : asked;
  return {
    id: 'normalise-requested-resource',
    hooks: {
      before: [
        {
          matcher: onPath('/oauth2/authorize'),
          handler: createAuthMiddleware(async ({ query }) => {
            if (query?.resource === undefined) return;
            return { context: { query: { resource: normalise(query.resource) } } };
          }),
        },
        {
          matcher: onPath('/oauth2/token'),
          handler: createAuthMiddleware(async ({ body }) => {
            if (body?.resource === undefined) return;
            return { context: { body: { ...body, resource: normalise(body.resource) } } };
          }),
        },
      ],
    },
  };
}

function isSameAddress(asked: unknown, resource: string): boolean {
  if (typeof asked !== 'string' || !URL.canParse(asked)) return false;
  const { href } = new URL(asked);
  return href.replace(/\/$/, '') === new URL(resource).href;
}
