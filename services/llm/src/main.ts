import { loadConfig, loadConfigOrExit, serve } from '@lectern/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { openDependencies } from './dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(configSchema, process.env));
// LangGraph would send its runs to LangSmith by itself, with their texts.
for (const word of ['LANGSMITH_TRACING', 'LANGCHAIN_TRACING']) {
  delete process.env[word];
  delete process.env[`${word}_V2`];
}

await serve({ name: 'llm', config }, async (scope) => {
  const dependencies = await openDependencies(config, scope);
  return { app: createApp(dependencies), facts: { provider: dependencies.model.provider } };
});
