import { endpoints, insideEndpoints } from '@lectern/contracts';
import { createHttpApp, createInternalRoutes, version } from '@lectern/service';
import type { Express } from 'express';
import { mountAssistantRoutes } from './assistants/assistant-routes.ts';
import { mountBinRoutes } from './bin/bin-routes.ts';
import { mountChatRoutes } from './chat/chat-routes.ts';
import { mountCompletionRoutes } from './completions/completion-routes.ts';
import { createModelState } from './completions/model-state.ts';
import { mountConversationRoutes } from './conversations/conversation-routes.ts';
import { mountFeedbackRoutes } from './conversations/feedback-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { mountFollowUpRoutes } from './follow-ups/follow-up-routes.ts';
import { mountModelRoutes } from './models/model-routes.ts';
import { mountOpenAiRoutes } from './openai/openai-routes.ts';
import { mountPromptRoutes } from './prompts/prompt-routes.ts';
import { mountResearchRoutes } from './research/research-routes.ts';
import { mountUsageRoutes } from './usage/usage-routes.ts';

/** Creates the llm service's HTTP app: chat, conversations, completions. */
export function createApp(dependencies: Dependencies): Express {
  const { logger, metrics, verifier, model, conversations, turns, runner } = dependencies;
  const { modes, outside, tracing, onToolCall, findWithheld } = dependencies;
  const { chooser } = dependencies;
  const examineModel = createModelState(model);
  return createHttpApp({
    name: 'llm',
    version,
    logger,
    metrics,
    insideHosts: dependencies.allowedHosts,
    ready: dependencies.isDatabaseUp,
    health: async () => {
      const [isUp, condition] = await Promise.all([dependencies.isDatabaseUp(), examineModel()]);
      return {
        status: !isUp ? 'unavailable' : condition?.problem ? 'degraded' : 'ok',
        model: condition,
        provider: model.provider,
        models: [model.name],
        step_models: dependencies.stepModels,
        leftovers: dependencies.retention.latest ?? null,
      };
    },
    routes: (app) => {
      const routes = createInternalRoutes(app, verifier);
      mountCompletionRoutes(routes, { model, chooser, tracing });
      mountChatRoutes(routes, {
        runner,
        turns,
        conversations,
        findWithheld,
        resolveModel: (owner, reference) => chooser.resolve(owner, reference),
        assertRoom: (owner, modelId) => chooser.assertRoom(owner, modelId),
        assistants: dependencies.assistants,
        outside,
      });
      const { database } = dependencies.usage;
      mountFollowUpRoutes(routes, { database, chooser, findWithheld });
      const { publicUrl } = dependencies;
      mountOpenAiRoutes(routes, {
        modes,
        chooser,
        listModels: (owner) => dependencies.models.connections.listAll(owner),
        tracing,
        publicUrl,
        onToolCall,
        findWithheld,
      });
      mountResearchRoutes(routes, dependencies.research);
      const forgetTurns = (turnIds: readonly string[]) => runner.forget(turnIds);
      mountBinRoutes(routes, { bin: dependencies.bin, forgetTurns });
      mountFeedbackRoutes(routes, dependencies);
      mountModelRoutes(routes, dependencies.models);
      mountUsageRoutes(routes, dependencies.usage);
      mountPromptRoutes(routes, dependencies.prompts);
      mountAssistantRoutes(routes, {
        ...dependencies,
        resolveModel: (owner, reference) => chooser.resolve(owner, reference),
      });
      routes.mount(endpoints.getConversationQuotas, async ({ principal }) => ({
        quotas: await dependencies.loadQuotas(principal.organisationId),
      }));
      routes.mount(insideEndpoints.getTokenLimits, async () => ({
        organisations: await dependencies.usage.budgets.listFullest(),
      }));
      mountConversationRoutes(routes, {
        conversations,
        shared: dependencies.shared,
        publicUrl,
        forgetTurns,
        findWithheld,
        findRuns: (owner, ids) => dependencies.research.runs.listResults(owner, ids),
      });
    },
  });
}
