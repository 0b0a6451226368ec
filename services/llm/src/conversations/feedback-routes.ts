import { endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Feedback } from './feedback.ts';
import { ownerOf } from './owner.ts';

/** Rating answers, and reading the ratings of an organisation. */
export function mountFeedbackRoutes(routes: EndpointRoutes, feedback: Feedback): void {
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
  routes.mount(endpoints.listFeedback, async ({ principal, query }) => {
    const { limit, cursor, rating } = query;
    const page = await feedback.list(principal.organisationId, { limit, cursor, rating });
    return { feedback: page.feedback, next_cursor: page.nextCursor };
  });
}
