import { endpoints } from '@lectern/contracts';
import { type EndpointRoutes, startDeadline } from '@lectern/service';
import type { AnswerDependencies } from '../chat/answer-question.ts';
import { summarizeDocument } from './summarize-document.ts';

const maxSummaryMs = 180_000;

export function mountSummaryRoutes(routes: EndpointRoutes, dependencies: AnswerDependencies): void {
  routes.mount(
    endpoints.summarizeDocument,
    async ({ request, response, principal, params, body: { language } }) => {
      const deadline = startDeadline(request, response, maxSummaryMs);
      const wanted = { id: params.id, language, principal, signal: deadline.signal };
      return deadline.run(() => summarizeDocument(dependencies, wanted));
    },
  );
}
