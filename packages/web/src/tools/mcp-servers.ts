import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export const mcpServersQuery = queryOptions({
  queryKey: ['mcp-servers'],
  queryFn: ({ signal }) => call('listMcpServers', { query: { limit: 500 }, signal }),
});

export function mcpServerQuery(id: string) {
  return queryOptions({
    queryKey: ['mcp-servers', id],
    queryFn: ({ signal }) => call('getMcpServer', { params: { id }, signal }),
  });
}
