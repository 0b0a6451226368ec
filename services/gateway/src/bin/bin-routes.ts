import {
  AppError,
  type BinEntry,
  type BinListQuery,
  binEntrySchema,
  binListSchema,
  endpoints,
  insideEndpoints,
  isErrorCode,
} from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { writeCursor } from '@lectern/service';
import type { Request } from 'express';
import { z } from 'zod';
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

/** The services that have a part of the bin, with the scope that each requires. */
const parts = [
  {
    service: 'rag',
    scope: 'documents:write',
    list: insideEndpoints.listKnowledgeBin,
    restore: insideEndpoints.restoreKnowledge,
    purge: insideEndpoints.purgeKnowledge,
  },
  {
    service: 'llm',
    scope: 'chat',
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
      .filter(({ scope }) => caller.scopes.includes(scope))
      .map((part) => ({
        ...part,
        ask: (method: 'GET' | 'POST' | 'DELETE', path: string) =>
          ask(upstreams[part.service], { method, path, headers: { authorization }, timeoutMs }),
      }));
  };

  routes.mount(endpoints.listBin, async ({ request, query }) => {
    const found = await Promise.all(
      (await partsFor(request)).map(async ({ ask: askPart, list }) =>
        binListSchema.parse(await askPart('GET', list.path + toQuery(query))),
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
      const { method, path } = part[action];
      try {
        const entry = binEntrySchema.parse(await part.ask(method, path.replace('{id}', id)));
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

function toQuery({ limit, cursor, kind }: BinListQuery): string {
  return `?${new URLSearchParams({
    limit: String(limit),
    ...(cursor && { cursor }),
    ...(kind && { kind }),
  })}`;
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

const failureSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

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
  const failure = failureSchema.safeParse(answer);
  const { code, message, details } = failure.data?.error ?? {};
  if (!isErrorCode(code)) throw unavailable(answer);
  throw new AppError(code, message, { ...(details && { details }) });
}
