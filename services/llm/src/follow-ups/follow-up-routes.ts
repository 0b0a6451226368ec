import { endpoints } from '@lectern/contracts';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import { ownerOf } from '../conversations/owner.ts';
import { readerOf } from '../withheld-quotes/reader-of.ts';
import { type FollowUpDependencies, suggestFollowUps } from './suggest-follow-ups.ts';

const maxFollowUpsMs = 30_000;

export function mountFollowUpRoutes(
  routes: EndpointRoutes,
  dependencies: FollowUpDependencies,
): void {
  routes.mount(endpoints.suggestFollowUps, async ({ request, response, principal, params }) => {
    const deadline = startDeadline(request, response, maxFollowUpsMs);
    const answer = {
      conversationId: params.id,
      messageId: params.message_id,
      owner: ownerOf(principal),
      reader: readerOf(request),
      signal: deadline.signal,
    };
    const questions = await deadline.run(() => suggestFollowUps(dependencies, answer));
    return { questions };
  });
}
