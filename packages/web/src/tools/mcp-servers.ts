import type { McpServer, McpServerDetail } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';

export const mcpServersQuery = queryOptions({
  queryKey: ['mcp-servers'],
  queryFn: ({ signal }) =>
    request<{ readonly mcp_servers: readonly McpServer[] }>('GET', '/api/mcp-servers', {
      query: { limit: 500 },
      signal,
    }),
});

export function mcpServerQuery(id: string) {
  return queryOptions({
    queryKey: ['mcp-servers', id],
    queryFn: ({ signal }) => request<McpServerDetail>('GET', `/api/mcp-servers/${id}`, { signal }),
  });
}
