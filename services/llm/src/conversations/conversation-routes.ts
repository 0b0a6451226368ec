import { finished } from 'node:stream/promises';
import { endpoints, type Principal } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes, FairQueue, startDeadline } from '@lectern/service';
import type { Request, Response } from 'express';
import { readerOf } from '../withheld-quotes/reader-of.ts';
import { type ExportDependencies, exportConversation } from './export/export-conversation.ts';
import { ownerOf } from './owner.ts';
import type { SharedConversations } from './shared-conversations.ts';
import { withholdFromMessages } from './withhold-from-messages.ts';

export interface ConversationRoutesDependencies extends ExportDependencies {
  readonly shared: SharedConversations;
  /** Address of the page. */
  readonly publicUrl: string;
  /** Deletes the stored state of turns outside the database rows. */
  readonly forgetTurns: (turnIds: readonly string[]) => Promise<void>;
}

/** Time limit of an export, including the wait. */
const maxExportMs = 60_000;
/** An export holds its conversation in memory until it is sent. */
const exportLimits = {
  maxRunning: 2,
  maxRunningPerTenant: 1,
  maxWaiting: 200,
  maxWaitingPerTenant: 50,
  maxWaitingPerPerson: 10,
};
/** Time limit of a search or a shared conversation, including the wait. */
const maxReadMs = 30_000;
/** A search reads all conversations of a person, a shared conversation the rights to all its sources. */
const readLimits = {
  maxRunning: 4,
  maxRunningPerTenant: 1,
  maxWaiting: 1_000,
  maxWaitingPerTenant: 200,
};
/** A caller who reads nothing for so long is cut off, since others wait. */
const maxSilenceMs = 10_000;

interface Reading {
  readonly request: Request;
  readonly response: Response;
  readonly principal: Principal;
}

/** Mounts the routes for reading, renaming, exporting and deleting one's own conversations. */
export function mountConversationRoutes(
  routes: EndpointRoutes,
  { forgetTurns, shared, publicUrl, ...dependencies }: ConversationRoutesDependencies,
): void {
  const { conversations, findWithheld } = dependencies;
  const exports = new FairQueue(exportLimits);
  const reads = new FairQueue(readLimits);
  const readInTurn = <Result>(
    { request, response, principal }: Reading,
    work: () => Promise<Result>,
  ) => {
    const { organisationId: owner, userId: person } = principal;
    const deadline = startDeadline(request, response, maxReadMs);
    return deadline.run(() => reads.run({ owner, person, signal: deadline.signal }, work));
  };
  routes.mount(endpoints.listConversations, async (call) => {
    const { limit, cursor, query: words, cites, archived, folder } = call.query;
    const wanted = { limit, cursor, words, cites, archived, folder };
    const list = () => conversations.list(ownerOf(call.principal), wanted);
    const isSearch = words !== undefined || cites !== undefined;
    const page = await (isSearch ? readInTurn(call, list) : list());
    return { conversations: page.conversations, next_cursor: page.nextCursor };
  });
  routes.mount(endpoints.getConversation, ({ principal, params }) =>
    conversations.get(ownerOf(principal), params.id),
  );
  routes.mount(endpoints.updateConversation, ({ principal, params, body }) =>
    conversations.update(ownerOf(principal), params.id, body),
  );
  routes.mount(endpoints.deleteConversation, async ({ principal, params }) => {
    await forgetTurns(await conversations.delete(ownerOf(principal), params.id));
  });
  routes.mount(endpoints.shareConversation, async ({ response, principal, params, body }) => {
    const share = { audience: body.audience, user_ids: body.user_ids ?? [] };
    await shared.share(ownerOf(principal), params.id, share);
    addAuditDetails(response, { details: share });
    return { url: body.audience === 'none' ? null : `${publicUrl}/shared/${params.id}` };
  });
  routes.mount(endpoints.listSharedConversations, ({ principal, query }) =>
    shared.list(ownerOf(principal), { limit: query.limit, cursor: query.cursor }),
  );
  routes.mount(endpoints.getSharedConversation, (call) =>
    readInTurn(call, () =>
      shared.read(ownerOf(call.principal), call.params.id, {
        page: { limit: call.query.limit, cursor: call.query.cursor },
        reader: readerOf(call.request),
      }),
    ),
  );
  routes.mount(endpoints.listMessages, async ({ request, principal, params, query }) => {
    const { limit, cursor, branch } = query;
    const wanted = { limit, cursor, branch };
    const page = await conversations.listMessages(ownerOf(principal), params.id, wanted);
    const messages = await withholdFromMessages(findWithheld, page.messages, readerOf(request));
    return { messages, next_cursor: page.nextCursor };
  });
  routes.mount(
    endpoints.exportConversation,
    async ({ request, response, principal, params, query: { format, branch, answer } }) => {
      const deadline = startDeadline(request, response, maxExportMs);
      const { signal } = deadline;
      const wanted = { id: params.id, format, branch, answer };
      const reader = { owner: ownerOf(principal), signal, ...readerOf(request) };
      const { organisationId: owner, userId: person } = principal;
      await deadline.run(() =>
        exports.run({ owner, person, signal }, async () => {
          const file = await exportConversation(dependencies, reader, wanted);
          response.setTimeout(maxSilenceMs, () => response.destroy());
          // The type is set last, since `attachment` derives one from the file's name.
          response
            .attachment(file.fileName)
            .type(file.type)
            .send(typeof file.content === 'string' ? file.content : Buffer.from(file.content));
          await finished(response).catch(() => undefined);
        }),
      );
    },
  );
}
