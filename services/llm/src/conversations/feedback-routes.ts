import { endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { FindWithheld } from '../withheld-quotes/find-withheld.ts';
import { readerOf } from '../withheld-quotes/reader-of.ts';
import { withholdQuotes } from '../withheld-quotes/withhold-quotes.ts';
import type { Feedback } from './feedback.ts';
import { ownerOf } from './owner.ts';

export interface FeedbackDependencies {
  readonly feedback: Feedback;
  readonly findWithheld: FindWithheld;
}

/** Mounts the routes for rating answers and for reading an organisation's ratings. */
export function mountFeedbackRoutes(
  routes: EndpointRoutes,
  { feedback, findWithheld }: FeedbackDependencies,
): void {
  routes.mount(endpoints.rateMessage, async ({ principal, params, body }) => {
    const given = { rating: body.rating, reason: body.reason || null };
    const place = { conversationId: params.id, messageId: params.message_id };
    await feedback.save(ownerOf(principal), place, given);
    return given;
  });
  routes.mount(endpoints.unrateMessage, ({ principal, params }) =>
    feedback.remove(ownerOf(principal), {
      conversationId: params.id,
      messageId: params.message_id,
    }),
  );
  routes.mount(endpoints.listFeedback, async ({ request, principal, query }) => {
    const { limit, cursor, rating } = query;
    const page = await feedback.list(principal.organisationId, { limit, cursor, rating });
    const entries = await withholdQuotes(findWithheld, page.feedback, readerOf(request));
    return {
      // The person who rated an answer may read documents that an admin may not.
      feedback: entries.map((entry) => ({
        ...entry,
        citations: entry.citations.filter(({ withheld }) => !withheld),
      })),
      next_cursor: page.nextCursor,
    };
  });
}
