import assert from 'node:assert/strict';
import { connectMcp } from '../../suite/mcp-client.ts';
import type { Activity } from './activity.ts';

/** An agent connects over MCP, looks at the tools, searches and leaves. */
export const agentActivity: Activity = {
  name: 'agent',
  restMs: 1_500,
  async takeTurn({ api }) {
    const client = await connectMcp(api);
    try {
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'search_documents'));
      const result = await client.callTool({
        name: 'search_documents',
        arguments: { query: 'boundary layer flow' },
      });
      assert.notEqual(result.isError, true, JSON.stringify(result.content));
    } finally {
      await client.close();
    }
  },
};
