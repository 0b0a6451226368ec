import {
  agentResultSchema,
  agentServersSchema,
  agentToolOutcomeSchema,
  callAgentToolSchema,
  findAgentToolSchema,
  foundAgentServersSchema,
  foundAgentToolSchema,
  readAgentResultSchema,
  searchAgentToolsSchema,
  selectAgentToolsSchema,
  selectedAgentToolsSchema,
} from '../agent-tools.ts';
import { clientCallsSchema } from '../mcp-tools.ts';
import { quotaListSchema } from '../quotas.ts';
import type { InsideEndpoint } from './endpoint.ts';

/**
 * Tools of outside MCP servers for the suite's own agent, in the name of its person. The gateway
 * passes none of these routes on: a caller vouches for the person's agreement to a call.
 */
export const agentToolEndpoints = {
  countAgentServers: {
    summary: 'Count the outside MCP servers that a person may use',
    method: 'GET',
    path: '/internal/agent-tools/servers',
    service: 'mcp',
    callers: 'person',
    scope: 'mcp',
    status: 200,
    response: agentServersSchema,
  },
  searchAgentTools: {
    summary: 'Find the outside MCP server that fits a query',
    method: 'POST',
    path: '/internal/agent-tools/search',
    service: 'mcp',
    callers: 'person',
    scope: 'mcp',
    body: searchAgentToolsSchema,
    status: 200,
    response: foundAgentServersSchema,
  },
  selectAgentTools: {
    summary: 'Select the tools of one outside MCP server within a token budget',
    method: 'POST',
    path: '/internal/agent-tools/select',
    service: 'mcp',
    callers: 'person',
    scope: 'mcp',
    body: selectAgentToolsSchema,
    status: 200,
    response: selectedAgentToolsSchema,
  },
  findAgentTool: {
    summary: 'Find one tool of an outside MCP server by name',
    method: 'POST',
    path: '/internal/agent-tools/find',
    service: 'mcp',
    callers: 'person',
    scope: 'mcp',
    body: findAgentToolSchema,
    status: 200,
    response: foundAgentToolSchema,
  },
  callAgentTool: {
    summary:
      'Call a tool of an outside MCP server, with the agreement of its person if it needs one',
    method: 'POST',
    path: '/internal/agent-tools/call',
    service: 'mcp',
    callers: 'person',
    scope: 'mcp',
    body: callAgentToolSchema,
    status: 200,
    response: agentToolOutcomeSchema,
  },
  readAgentResult: {
    summary: 'Read a part of a stored result',
    method: 'POST',
    path: '/internal/agent-tools/results',
    service: 'mcp',
    callers: 'person',
    scope: 'mcp',
    body: readAgentResultSchema,
    status: 200,
    response: agentResultSchema,
  },
  listClientCalls: {
    summary: 'List the tool calls of connected clients that wait for their person',
    method: 'GET',
    path: '/internal/agent-tools/confirmations',
    service: 'mcp',
    callers: 'person',
    status: 200,
    response: clientCallsSchema,
  },
  listServerQuotas: {
    summary: 'List the quotas of outside MCP servers',
    method: 'GET',
    path: '/internal/quotas',
    service: 'mcp',
    callers: 'person',
    status: 200,
    response: quotaListSchema,
  },
} as const satisfies Record<string, InsideEndpoint>;
