import {
  AppError,
  type BinEntry,
  binEntrySchema,
  binListSchema,
  endpoints,
  errorBodySchema,
  fillPath,
  type InsideEndpoint,
  insideEndpoints,
  isErrorCode,
  toQuery,
} from '@lectern/contracts';
import { type EndpointRoutes, writeCursor } from '@lectern/service';
import type { Request } from 'express';
import type { Audit } from '../audit/audit.ts';
import { getCaller } from '../auth/caller/caller.ts';
import type { InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import { askUpstream } from '../proxy/ask-upstream.ts';
import type { Upstream } from '../proxy/upstream.ts';

export interface BinRoutesOptions {
  readonly upstreams: Readonly<Record<'rag' | 'llm', Upstream>>;
  readonly internalTokens: InternalTokens;
  readonly audit: Audit;
}

const timeoutMs = 30_000;

/** The endpoints of each service that has a part of the bin; all of a part require one scope. */
const parts = [
  {
    list: insideEndpoints.listKnowledgeBin,
    restore: insideEndpoints.restoreKnowledge,
    purge: insideEndpoints.purgeKnowledge,
  },
  {
    list: insideEndpoints.listConversationBin,
    restore: insideEndpoints.restoreConversation,
    purge: insideEndpoints.purgeConversation,
  },
] as const;

/** Mounts the bin over the services. A part that the caller's scopes do not cover is empty. */
export function mountBinRoutes(
  routes: EndpointRoutes,
  { upstreams, internalTokens, audit }: BinRoutesOptions,
): void {
  const partsFor = async (request: Request) => {
    const caller = getCaller(request);
    const authorization = `Bearer ${await internalTokens.get(caller)}`;
    return parts
      .filter(({ list }) => caller.scopes.includes(list.scope))
      .map((part) => ({
        ...part,
        ask: ({ method }: Pick<InsideEndpoint, 'method'>, path: string) =>
          ask(upstreams[part.list.service], {
            method,
            path,
            headers: { authorization },
            timeoutMs,
          }),
      }));
  };

  routes.mount(endpoints.listBin, async ({ request, query }) => {
    const found = await Promise.all(
      (await partsFor(request)).map(async ({ ask: askPart, list }) =>
        binListSchema.parse(await askPart(list, list.path + toQuery(query))),
      ),
    );
    const entries = found.flatMap((part) => part.entries).toSorted(newestFirst);
    const page = entries.slice(0, query.limit);
    const last = page.at(-1);
    const isLast = page.length === entries.length && found.every((part) => !part.next_cursor);
    return {
      entries: page,
      next_cursor: isLast || !last ? null : writeCursor([toMicroseconds(last), last.id]),
    };
  });

  /** Asks the parts in turn: the first one that has the entry answers. */
  const change = async (
    request: Request,
    { id, action }: { readonly id: string; readonly action: 'restore' | 'purge' },
  ): Promise<BinEntry> => {
    for (const part of await partsFor(request)) {
      const endpoint = part[action];
      const path = fillPath(endpoint, 'inside', { id });
      try {
        const entry = binEntrySchema.parse(await part.ask(endpoint, path));
        await audit(request, {
          action: action === 'restore' ? 'bin.restored' : 'bin.purged',
          target: id,
          details: { kind: entry.kind, name: entry.name },
        });
        return entry;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'bin_entry_not_found') throw error;
      }
    }
    throw new AppError('bin_entry_not_found');
  };

  routes.mount(endpoints.restoreFromBin, ({ request, params }) =>
    change(request, { id: params.id, action: 'restore' }),
  );
  routes.mount(endpoints.purgeFromBin, async ({ request, params }) => {
    await change(request, { id: params.id, action: 'purge' });
  });
}

/** Deletions are timed to the millisecond. */
function toMicroseconds({ deleted_at }: BinEntry): string {
  return `${Date.parse(deleted_at)}000`;
}

/** Sorts like the services: by time, then by id. */
function newestFirst(a: BinEntry, b: BinEntry): number {
  if (a.deleted_at !== b.deleted_at) return a.deleted_at < b.deleted_at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/**
 * Returns a service's answer.
 *
 * @throws AppError the service's own error, or `service_unavailable`.
 */
async function ask(
  upstream: Upstream,
  question: Parameters<typeof askUpstream>[1],
): Promise<unknown> {
  const unavailable = (cause: unknown) =>
    new AppError('service_unavailable', undefined, { cause, details: { service: upstream.name } });
  const { status, answer } = await askUpstream(upstream, question).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (status < 400) return answer;
  const { code, message, details } = errorBodySchema.safeParse(answer).data?.error ?? {};
  if (!isErrorCode(code)) throw unavailable(answer);
  throw new AppError(code, message, { ...(details && { details }) });
}
