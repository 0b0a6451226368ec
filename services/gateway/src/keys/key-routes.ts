import { AppError, createApiKeySchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Audit } from '../audit/audit.ts';
import type { Caller } from '../identity/caller.ts';
import type { CallerIdentifier } from '../identity/identify-caller.ts';
import { getCaller } from '../identity/require-caller.ts';
import type { ApiKeys } from '../ports/api-keys.ts';

export interface KeyRoutesOptions {
  readonly apiKeys: ApiKeys;
  readonly identifier: CallerIdentifier;
  readonly audit: Audit;
  readonly requireCaller: RequestHandler;
}

/** A person's own keys in the active organisation. A key manages keys only with scope `admin`. */
export function mountKeyRoutes(
  app: Express,
  { apiKeys, identifier, audit, requireCaller }: KeyRoutesOptions,
): void {
  app.get('/api/keys', requireCaller, async (request, response) => {
    const { userId, organisationId } = getKeyManager(getCaller(request));
    response.json({ keys: await apiKeys.list(userId, organisationId), next_cursor: null });
  });

  app.post('/api/keys', requireCaller, json(), async (request, response) => {
    const caller = getKeyManager(getCaller(request));
    const { name, scopes, expires_in_days } = validate(createApiKeySchema, request.body);
    const missing = scopes.find((scope) => !caller.scopes.includes(scope));
    if (missing) {
      throw new AppError('forbidden', `You cannot give the scope ${missing}.`, {
        details: { scope: missing },
      });
    }
    const key = await apiKeys.add({
      userId: caller.userId,
      organisationId: caller.organisationId,
      name,
      scopes: [...new Set(scopes)],
      expiresInDays: expires_in_days,
    });
    await audit(request, { action: 'key.created', target: key.id, details: { name, scopes } });
    response.status(201).json(key);
  });

  app.delete('/api/keys/:id', requireCaller, async (request, response) => {
    const { userId, organisationId } = getKeyManager(getCaller(request));
    const isRemoved = await apiKeys.remove(String(request.params.id), userId, organisationId);
    if (!isRemoved) throw new AppError('not_found', 'No such API key.');
    identifier.forgetKeys();
    await audit(request, { action: 'key.deleted', target: String(request.params.id) });
    response.status(204).end();
  });
}

function getKeyManager(caller: Caller): Caller {
  if (caller.kind === 'session' || caller.scopes.includes('admin')) return caller;
  throw new AppError('forbidden', 'This needs a session or the scope admin.', {
    details: { scope: 'admin' },
  });
}
