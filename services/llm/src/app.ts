import { createHttpApp, requirePrincipal, requireScope, requireService } from '@lectern/service';
import type { Express } from 'express';
import { createChatRoutes } from './chat/chat-routes.ts';
import { createCompletionRoutes } from './completions/completion-routes.ts';
import { createConversationRoutes } from './conversations/conversation-routes.ts';
import { type Dependencies, version } from './dependencies.ts';
import { createOpenAiRoutes } from './openai/openai-routes.ts';
import { createRegistryRoutes } from './registry/registry-routes.ts';

/** The llm service's HTTP app: chat, conversations, bare completions. */
export function createApp(dependencies: Dependencies): Express {
  const { logger, metrics, verifier, model, conversations, turns, runner, onUsage } = dependencies;
  const { modes, onToolCall } = dependencies;
  const databaseAnswers = () =>
    dependencies.checkDatabase().then(
      () => true,
      () => false,
    );
  return createHttpApp({
    name: 'llm',
    version,
    logger,
    metrics,
    ready: databaseAnswers,
    health: async () => ({
      status: (await databaseAnswers()) ? 'ok' : 'unavailable',
      provider: model.provider,
      models: [model.name],
      leftovers: dependencies.retention.latest ?? null,
    }),
    routes: (app) => {
      const guard = requireService(verifier, ['rag']);
      app.use(createCompletionRoutes({ model, guard, onUsage }));
      app.use(requirePrincipal(verifier));
      app.use(createRegistryRoutes(dependencies.registry.registration));
      app.use(requireScope('chat'));
      app.use(createChatRoutes({ runner, turns, conversations }));
      app.use(createOpenAiRoutes({ modes, onToolCall }));
      app.use(
        createConversationRoutes({
          conversations,
          forgetTurns: (turnIds) => runner.forget(turnIds),
        }),
      );
    },
  });
}
