import { type InsideEndpoint, insideEndpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import type { ConversationBin } from './conversation-bin.ts';

/** Mounts the conversations of the bin; the gateway adds documents and collections. */
export function mountBinRoutes(
  routes: EndpointRoutes<InsideEndpoint>,
  {
    bin,
    forgetTurns,
  }: {
    readonly bin: ConversationBin;
    /** Deletes the stored state of turns outside the database rows. */
    readonly forgetTurns: (turnIds: readonly string[]) => Promise<void>;
  },
): void {
  routes.mount(insideEndpoints.listConversationBin, ({ principal, query }) =>
    bin.list(ownerOf(principal), query),
  );
  routes.mount(insideEndpoints.restoreConversation, ({ principal, params }) =>
    bin.restore(ownerOf(principal), params.id),
  );
  routes.mount(insideEndpoints.purgeConversation, async ({ principal, params }) => {
    const { entry, turnIds } = await bin.purge(ownerOf(principal), params.id);
    await forgetTurns(turnIds);
    return entry;
  });
}
