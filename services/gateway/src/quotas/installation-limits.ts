import {
  type InsideEndpoint,
  type InstallationLimits,
  insideEndpoints,
  type KnowledgeLimits,
  knowledgeLimitsSchema,
  type OrganisationUse,
  organisationUsesSchema,
} from '@lectern/contracts';
import type { z } from 'zod';
import type { InternalPrincipal, InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import type { Database } from '../database/tables.ts';
import { askUpstream } from '../proxy/ask-upstream.ts';
import type { Upstream } from '../proxy/upstream.ts';

export interface InstallationLimitsOptions {
  readonly database: Database;
  readonly upstreams: Readonly<Record<'rag' | 'llm', Upstream>>;
  readonly internalTokens: InternalTokens;
}

/** Returns the limits of all organisations, for an administrator of the installation. */
export async function loadInstallationLimits(
  { database, upstreams, internalTokens }: InstallationLimitsOptions,
  operator: InternalPrincipal,
): Promise<InstallationLimits> {
  const token = await internalTokens.get({ ...operator, isOperator: true });
  const [knowledge, tokens] = await Promise.all([
    ask(upstreams.rag, insideEndpoints.getKnowledgeLimits, {
      schema: knowledgeLimitsSchema,
      token,
    }),
    ask(upstreams.llm, insideEndpoints.getTokenLimits, { schema: organisationUsesSchema, token }),
  ]);
  const uses = [knowledge, tokens].flatMap((answer) => answer?.organisations ?? []);
  const limits = { ...(knowledge ?? nothingKnown), organisations: mergeUses(uses) };
  return {
    ...limits,
    unavailable: [...(knowledge ? [] : ['rag' as const]), ...(tokens ? [] : ['llm' as const])],
    organisation_names: await loadNames(database, limits),
  };
}

const nothingKnown = { slow_searches: [], slow_parses: [], stuck_sources: [], index: null };

const timeoutMs = 5_000;

/** Returns undefined where the service does not answer: an operator then needs the rest most. */
async function ask<Schema extends z.ZodType>(
  upstream: Upstream,
  { path }: InsideEndpoint,
  { schema, token }: { readonly schema: Schema; readonly token: string },
): Promise<z.output<Schema> | undefined> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const { answer } = await askUpstream(upstream, { method: 'GET', path, headers, timeoutMs });
    return schema.parse(answer);
  } catch {
    return undefined;
  }
}

function mergeUses(uses: readonly OrganisationUse[]): OrganisationUse[] {
  const quotas = new Map<string, OrganisationUse['quotas']>();
  for (const use of uses) {
    quotas.set(use.organisation_id, [...(quotas.get(use.organisation_id) ?? []), ...use.quotas]);
  }
  return [...quotas].map(([organisation_id, quotas]) => ({ organisation_id, quotas }));
}

async function loadNames(
  database: Database,
  { organisations, slow_searches, slow_parses, stuck_sources }: Omit<KnowledgeLimits, 'index'>,
): Promise<Record<string, string>> {
  const named = [...organisations, ...slow_searches, ...slow_parses, ...stuck_sources];
  const ids = [...new Set(named.map(({ organisation_id }) => organisation_id))];
  if (ids.length === 0) return {};
  const rows = await database
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
