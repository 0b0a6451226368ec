import { AppError, scimPath } from '@lectern/contracts';
import { normalizeError, readJsonBody } from '@lectern/service';
import type { Express, Request, Response } from 'express';
import type { CallerIdentifier } from '../access/identify-caller.ts';
import type { Audit } from '../audit/audit.ts';
import type { Memberships } from '../members/memberships.ts';
import type { Teams } from '../members/teams.ts';
import type { CallLimits } from '../rate-limits/call-limits.ts';
import { describeService, toList } from './scim-discovery.ts';
import { ScimError, throwNotFound } from './scim-error.ts';
import {
  groupAttributes,
  type ScimGroup,
  type ScimGroups,
  toGroupResource,
} from './scim-groups.ts';
import { applyPatch, project, readListRequest, schemaIds } from './scim-requests.ts';
import type { ScimCaller, ScimTokens } from './scim-tokens.ts';
import { type ScimUser, type ScimUsers, toUserResource, userAttributes } from './scim-users.ts';

export interface ScimRoutesOptions {
  readonly scimTokens: ScimTokens;
  readonly scimUsers: ScimUsers;
  readonly scimGroups: ScimGroups;
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

type Handlers = Readonly<Record<string, (id: string) => Promise<Answer>>>;

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
      const document = request.method === 'GET' ? documents[path] : undefined;
      const { status, body } = document
        ? { status: 200, body: document }
        : await answer(request, caller, path);
      if (!body) return void response.status(status).end();
      send(response, status, body);
    } catch (error) {
      sendError(request, response, error);
    }
  });

  async function answer(request: Request, caller: ScimCaller, path: string): Promise<Answer> {
    const [, type, id = '', ...rest] = path.split('/');
    if (rest.length > 0) throwNotFound();
    const readBody = () => readJsonBody(request, { mediaTypes: [mediaType, 'application/json'] });
    const context = { request, caller, base, readBody, ...options };
    const handlers =
      type === 'Users' ? handleUsers(context) : type === 'Groups' ? handleGroups(context) : {};
    const known = Object.keys(handlers).filter((name) => name.endsWith(' id') === (id !== ''));
    const handle = handlers[`${request.method}${id && ' id'}`];
    if (handle) return handle(id);
    if (known.length === 0) throwNotFound();
    throw new ScimError(405, `${request.method} is not supported here.`);
  }
}

interface Context extends ScimRoutesOptions {
  readonly request: Request;
  readonly caller: ScimCaller;
  readonly base: string;
  readonly readBody: () => Promise<unknown>;
}

function handleUsers(context: Context): Handlers {
  const { request, caller, base, readBody, scimUsers, memberships, identifier } = context;
  const { organisationId } = caller;
  const audit = auditAs(context);
  const show = (user: ScimUser) => project(toUserResource(user, base), request.query);
  const change = async (id: string, toNext: (before: ScimUser) => unknown): Promise<Answer> => {
    const { before, after } = await scimUsers.change(id, organisationId, toNext);
    const changed = (['userName', 'displayName', 'name', 'emails', 'externalId'] as const).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    );
    if (changed.length > 0) await audit('member.updated', id, { changed });
    if (before.active !== after.active) {
      await identifier.clearCaches();
      await audit(after.active ? 'member.enabled' : 'member.disabled', id);
    }
    return { status: 200, body: show(after) };
  };
  return {
    async GET() {
      const list = readListRequest(request.query);
      const { items, total } = await scimUsers.list(organisationId, list);
      const resources = items.map(show);
      return { status: 200, body: toList(resources, total, list.offset + 1) };
    },
    async POST() {
      const user = await scimUsers.add(organisationId, await readBody());
      await audit('member.provisioned', user.id, { user_name: user.userName, active: user.active });
      return { status: 201, body: show(user) };
    },
    'GET id': async (id) => ({
      status: 200,
      body: show(await scimUsers.find(id, organisationId)),
    }),
    'PUT id': async (id) => {
      const body = await readBody();
      return change(id, () => body);
    },
    'PATCH id': async (id) => {
      const body = await readBody();
      return change(id, (before) => applyPatch(before, body, userAttributes));
    },
    'DELETE id': async (id) => {
      await memberships.remove(id, organisationId);
      await identifier.clearCaches();
      await audit('member.removed', id);
      return { status: 204 };
    },
  };
}

function handleGroups(context: Context): Handlers {
  const { request, caller, base, readBody, scimGroups, teams } = context;
  const { organisationId } = caller;
  const audit = auditAs(context);
  const show = (group: ScimGroup) => project(toGroupResource(group, base), request.query);
  const change = async (id: string, toNext: (before: ScimGroup) => unknown) => {
    const { before, after } = await scimGroups.change(id, organisationId, toNext);
    const were = toIds(before);
    const are = toIds(after);
    await audit('team.changed', id, {
      name: after.displayName,
      added: [...are].filter((one) => !were.has(one)),
      removed: [...were].filter((one) => !are.has(one)),
    });
    return after;
  };
  return {
    async GET() {
      const list = readListRequest(request.query);
      const { items, total } = await scimGroups.list(organisationId, list);
      const resources = items.map(show);
      return { status: 200, body: toList(resources, total, list.offset + 1) };
    },
    async POST() {
      const group = await scimGroups.add(organisationId, await readBody());
      const added = group.members.map(({ value }) => value);
      await audit('team.created', group.id, { name: group.displayName, added });
      return { status: 201, body: show(group) };
    },
    'GET id': async (id) => ({
      status: 200,
      body: show(await scimGroups.find(id, organisationId)),
    }),
    'PUT id': async (id) => {
      const body = await readBody();
      return { status: 200, body: show(await change(id, () => body)) };
    },
    'PATCH id': async (id) => {
      const body = await readBody();
      const toNext = (before: ScimGroup) => applyPatch(before, body, groupAttributes);
      return { status: 200, body: show(await change(id, toNext)) };
    },
    'DELETE id': async (id) => {
      const name = await teams.remove(id, organisationId);
      if (name === undefined) throwNotFound();
      await audit('team.deleted', id, { name });
      return { status: 204 };
    },
  };
}

function toIds({ members }: ScimGroup): ReadonlySet<string> {
  return new Set(members.map(({ value }) => value));
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
