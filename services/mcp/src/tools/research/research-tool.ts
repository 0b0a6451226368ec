import {
  AppError,
  fetchPolicySchema,
  querySchema,
  researchResponseSchema,
  timeBudgetSchema,
} from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import { z } from 'zod';
import { toKnowledgeCall } from '../../knowledge/knowledge-call.ts';
import { createCheckedTool } from '../checked-tool.ts';
import { inLanguages } from '../in-languages.ts';
import type { Tool } from '../tool.ts';
import type { ResearchService } from './http-research-service.ts';

const description = {
  en: `Answers a biomedical question from PubMed, ClinicalTrials.gov and the team's own documents: an answer with numbered citations, tables of publications and trials, and what is missing. Every identifier, date and count in it was checked against a record fetched in the same run.

Use it for a whole question; use pubmed_search and clinicaltrials_search for single look-ups. partial says that time ran out or a service failed; the checkpoint_id lets the run be read or resumed over the API.

Examples:
- query: "Phase 3 trials of semaglutide in obesity that recruit, with their publications"
- query: "Publications since 2020 on aspirin and venous thromboembolism", time_budget_ms: 8000`,
  ru: `Отвечает на биомедицинский вопрос по PubMed, ClinicalTrials.gov и документам команды: ответ со ссылками, таблицы публикаций и исследований, и чего недостаёт.`,
};

const inputSchema = z.strictObject({
  query: querySchema.meta(
    inLanguages({
      en: 'The question, in English or Russian.',
      ru: 'Вопрос на русском или английском.',
    }),
  ),
  fetch_policy: fetchPolicySchema.optional().meta(
    inLanguages({
      en: 'cache_only, cache_then_network (default) or network_only.',
      ru: 'cache_only, cache_then_network (по умолчанию) или network_only.',
    }),
  ),
  time_budget_ms: timeBudgetSchema.optional().meta(
    inLanguages({
      en: 'Time for the whole run. Default 5000.',
      ru: 'Время на весь запуск в миллисекундах. По умолчанию 5000.',
    }),
  ),
});

/** Added to the run's own budget. */
const graceMs = 15_000;
const defaultBudgetMs = 5_000;

/** Creates `research`, which runs the llm service's research. */
export function createResearchTool(options: {
  readonly research: ResearchService;
  readonly logger: Logger;
}): Tool {
  return createCheckedTool({
    name: 'research',
    title: 'Research a biomedical question',
    description,
    inputSchema,
    outputSchema: researchResponseSchema,
    scope: 'chat',
    annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
    logger: options.logger,
    work({ query, fetch_policy, time_budget_ms }, call) {
      if (!call.principal.scopes.includes('chat')) {
        throw new AppError('forbidden', 'This requires the scope chat.', {
          details: { scope: 'chat' },
        });
      }
      const timeoutMs = (time_budget_ms ?? defaultBudgetMs) + graceMs;
      return options.research.research(
        {
          query,
          ...(fetch_policy && { fetch_policy }),
          ...(time_budget_ms && { time_budget_ms }),
        },
        toKnowledgeCall(call, timeoutMs),
      );
    },
  });
}
