import { agentPrompts } from '@lectern/answering/prompts';
import type { LanguageModel } from '@lectern/models';
import { z } from 'zod';
import type { AgentSettings } from './agent-settings.ts';

const promptSchema = z.string().min(1).max(20_000).optional();

/** Settings of the agent's steps, by the names of their variables. */
export const agentConfigShape = {
  /** Models of the steps at the same provider. Default: `MODEL_NAME`. */
  ROUTING_QUERY_MODEL: z.string().min(1).optional(),
  ROUTING_RESPONSE_MODEL: z.string().min(1).optional(),
  MCP_ORCHESTRATOR_MODEL: z.string().min(1).optional(),
  /** Replace the built-in prompts of the steps. */
  ROUTING_QUERY_PROMPT: promptSchema,
  ROUTING_RESPONSE_PROMPT: promptSchema,
  MCP_ORCHESTRATOR_PROMPT: promptSchema,
  /** Maximum servers that a routing query returns. */
  ROUTING_SERVERS: z.coerce.number().int().min(1).max(50).default(5),
};

type AgentConfig = z.output<z.ZodObject<typeof agentConfigShape>>;

/**
 * Opens the environment's models of the agent's steps.
 * @param openModel Opens a model by name; without a name the configured one.
 */
export function openStepModels(
  config: AgentConfig,
  openModel: (name: string | undefined) => LanguageModel,
) {
  return {
    routing_query_model: openModel(config.ROUTING_QUERY_MODEL),
    routing_response_model: openModel(config.ROUTING_RESPONSE_MODEL),
    mcp_orchestrator_model: openModel(config.MCP_ORCHESTRATOR_MODEL),
  };
}

export function readAgentSettings(config: AgentConfig): AgentSettings {
  return {
    routing_query_prompt: config.ROUTING_QUERY_PROMPT ?? agentPrompts.routing_query_prompt,
    routing_response_prompt: config.ROUTING_RESPONSE_PROMPT ?? agentPrompts.routing_response_prompt,
    mcp_orchestrator_prompt: config.MCP_ORCHESTRATOR_PROMPT ?? agentPrompts.mcp_orchestrator_prompt,
    search_kwargs: { limit: config.ROUTING_SERVERS },
  };
}
