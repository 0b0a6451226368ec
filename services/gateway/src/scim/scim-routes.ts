import { AppError, scimPath } from '@lectern/contracts';
import { normalizeError, readJsonBody, runForTenant } from '@lectern/service';
import type { Express, Request, Response } from 'express';
import type { CallerIdentifier } from '../access/identify-caller.ts';
import type { Audit } from '../audit/audit.ts';
import type { Memberships } from '../members/memberships.ts';
import type { Teams } from '../members/teams.ts';
import type { CallLimits } from '../rate-limits/call-limits.ts';
import { describeService, toList } from './scim-discovery.ts';
import { ScimError, throwNotFound } from './scim-error.ts';
import { groupAttributes, type ScimGroup, toGroupBody } from './scim-groups.ts';
import { applyPatch, project, readListRequest, readSearch, schemaIds } from './scim-requests.ts';
import { type ScimResources, toScimBody } from './scim-resources.ts';
import type { ScimCaller, ScimTokens } from './scim-tokens.ts';
import { type ScimUser, userAttributes } from './scim-users.ts';

export interface ScimRoutesOptions {
  readonly scimTokens: ScimTokens;
  readonly scimUsers: ScimResources<ScimUser>;
  readonly scimGroups: ScimResources<ScimGroup>;
  readonly memberships: Pick<Memberships, 'remove'>;
  readonly teams: Pick<Teams, 'remove'>;
  readonly identifier: Pick<CallerIdentifier, 'clearCaches'>;
  readonly limits: Pick<CallLimits, 'consume'>;
  readonly audit: Audit;
  readonly publicUrl: string;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
}

const mediaType = 'application/scim+json';

/**
 * Mounts SCIM 2.0 (RFC 7644) for the identity providers of organisations: users are members, groups
 * are teams. The organisation is that of the bearer token.
 */
export function mountScimRoutes(app: Express, options: ScimRoutesOptions): void {
  const base = options.publicUrl + scimPath;
  const documents = describeService(base);

  app.all(`${scimPath}/{*path}`, async (request, response) => {
    try {
      const caller = await identify(request, response, options);
      const path = decodeURIComponent(request.path.slice(scimPath.length)).replace(/\/$/, '');
      const document = documents[path];
      if (document && request.method !== 'GET') throw notSupported(request);
      const { status, body } = document
        ? { status: 200, body: document }
        : await runForTenant(caller.organisationId, () =>
            answer({ request, caller, base, ...options }, path),
          );
      if (!body) return void response.status(status).end();
      send(response, status, body);
    } catch (error) {
      sendError(request, response, error);
    }
  });
}

interface Context extends ScimRoutesOptions {
  readonly request: Request;
  readonly caller: ScimCaller;
  readonly base: string;
}

async function answer(context: Context, path: string): Promise<Answer> {
  const [, type, id = '', ...rest] = path.split('/');
  if (rest.length === 0 && type === 'Users') return answerFor(context, id, describeUsers(context));
  if (rest.length === 0 && type === 'Groups') {
    return answerFor(context, id, describeGroups(context));
  }
  return throwNotFound();
}

/** Audited actions on the resources of one kind. */
interface Kind<Resource> {
  readonly resources: ScimResources<Resource>;
  readonly attributes: readonly string[];
  toBody(resource: Resource): Record<string, unknown>;
  afterAdd(resource: Resource): Promise<void>;
  afterChange(before: Resource, after: Resource): Promise<void>;
  remove(id: string): Promise<void>;
}

async function answerFor<Resource extends object>(
  { request, caller: { organisationId } }: Context,
  id: string,
  { resources, attributes, toBody, afterAdd, afterChange, remove }: Kind<Resource>,
): Promise<Answer> {
  const { method, query } = request;
  const readBody = () => readJsonBody(request, { mediaTypes: [mediaType, 'application/json'] });
  const show = (resource: Resource) => project(toBody(resource), query);
  const list = async (asked: Record<string, unknown>) => {
    const page = readListRequest(asked);
    const { items, total } = await resources.list(organisationId, page);
    const bodies = items.map((item) => project(toBody(item), asked));
    return { status: 200, body: toList(bodies, total, page.offset + 1) };
  };
  if (!id && method === 'GET') return list(query);
  if (id === '.search' && method === 'POST') return list(readSearch(await readBody()));
  if (!id && method === 'POST') {
    const added = await resources.add(organisationId, await readBody());
    await afterAdd(added);
    return { status: 201, body: show(added) };
  }
  if (id && method === 'GET') {
    return { status: 200, body: show(await resources.find(id, organisationId)) };
  }
  if (id && (method === 'PUT' || method === 'PATCH')) {
    const body = await readBody();
    const { before, after } = await resources.change(id, organisationId, (present) =>
      method === 'PUT' ? body : applyPatch(present, body, attributes),
    );
    await afterChange(before, after);
    return { status: 200, body: show(after) };
  }
  if (id && method === 'DELETE') {
    await remove(id);
    return { status: 204 };
  }
  throw notSupported(request);
}

function notSupported({ method }: Request): ScimError {
  return new ScimError(405, `${method} is not supported here.`);
}

function describeUsers(context: Context): Kind<ScimUser> {
  const { caller, base, scimUsers, memberships, identifier } = context;
  const audit = auditAs(context);
  return {
    resources: scimUsers,
    attributes: userAttributes,
    toBody: (user) => toScimBody(user, 'User', base),
    afterAdd: ({ id, userName, active }) =>
      audit('member.provisioned', id, { user_name: userName, active }),
    async afterChange(before, after) {
      const changed = (['userName', 'displayName', 'name', 'emails', 'externalId'] as const).filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      );
      if (changed.length > 0) await audit('member.updated', after.id, { changed });
      if (before.active === after.active) return;
      await identifier.clearCaches();
      await audit(after.active ? 'member.enabled' : 'member.disabled', after.id);
    },
    async remove(id) {
      await memberships.remove(id, caller.organisationId);
      await identifier.clearCaches();
      await audit('member.removed', id);
    },
  };
}

function describeGroups(context: Context): Kind<ScimGroup> {
  const { caller, base, scimGroups, teams } = context;
  const audit = auditAs(context);
  const toIds = ({ members }: ScimGroup) => members.map(({ value }) => value);
  return {
    resources: scimGroups,
    attributes: groupAttributes,
    toBody: (group) => toGroupBody(group, base),
    afterAdd: (group) =>
      audit('team.created', group.id, { name: group.displayName, added: toIds(group) }),
    async afterChange(before, after) {
      const [had, has] = [new Set(toIds(before)), new Set(toIds(after))];
      await audit('team.changed', after.id, {
        name: after.displayName,
        added: [...has].filter((one) => !had.has(one)),
        removed: [...had].filter((one) => !has.has(one)),
      });
    },
    async remove(id) {
      const name = await teams.remove(id, caller.organisationId);
      if (name === undefined) throwNotFound();
      await audit('team.deleted', id, { name });
    },
  };
}

function auditAs({ request, caller, audit }: Context) {
  return (action: Parameters<Audit>[1]['action'], target: string, details: object = {}) =>
    audit(request, {
      action,
      target,
      organisationId: caller.organisationId,
      details: { ...details, by: 'scim', token_id: caller.tokenId },
    });
}

async function identify(
  request: Request,
  response: Response,
  { scimTokens, limits }: ScimRoutesOptions,
): Promise<ScimCaller> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const caller = token === undefined ? undefined : await scimTokens.find(token);
  if (!caller) {
    response.setHeader('www-authenticate', 'Bearer realm="scim"');
    throw new ScimError(401, 'The token is not valid.');
  }
  const { organisationId, tokenId } = caller;
  const userId = `scim:${tokenId}`;
  await limits.consume({ organisationId, userId, scopes: [], runId: undefined }, response);
  return caller;
}

function send(response: Response, status: number, body: object): void {
  const location = (body as { meta?: { location?: string } }).meta?.location;
  if (location !== undefined) response.setHeader('location', location);
  response.setHeader('cache-control', 'no-store');
  response.status(status).type(mediaType).send(JSON.stringify(body));
}

function sendError(request: Request, response: Response, error: unknown): void {
  const { status, scimType, detail } = describeError(request, error);
  const retryAfter = error instanceof AppError ? error.details?.retry_after : undefined;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(Math.ceil(retryAfter)));
  send(response, status, {
    schemas: [schemaIds.error],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  });
}

/** 5xx errors carry a fixed sentence, so that no internals leak. */
function describeError(
  request: Request,
  error: unknown,
): { status: number; scimType?: string | undefined; detail: string } {
  if (error instanceof ScimError) return { ...error, detail: error.message };
  const { status, code, message } = normalizeError(error);
  if (status >= 500) request.log.error({ err: error }, 'SCIM request failed');
  return {
    status,
    scimType: code === 'invalid_json' ? 'invalidSyntax' : undefined,
    detail: status >= 500 ? 'The service failed.' : message,
  };
}
