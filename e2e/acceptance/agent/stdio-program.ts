import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

/** A local program that the operator allows by `MCP_STDIO_SERVERS`. It tells of itself. */
const server = new McpServer({ name: 'local', version: '1.0.0' });
const annotations = { readOnlyHint: true };
const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
let waiting = 0;
let cancelled = 0;
server.registerTool(
  'list_variables',
  { description: 'Lists the names of environment variables of this program.', annotations },
  () => say(Object.keys(process.env).toSorted().join(' ')),
);
server.registerTool(
  'wait',
  { description: 'Waits until the call is cancelled.', annotations },
  async ({ signal }) => {
    waiting += 1;
    await once(signal, 'abort');
    cancelled += 1;
    return say('too late');
  },
);
server.registerTool('count_waits', { description: 'Counts calls of wait.', annotations }, () =>
  say(`${waiting} begun, ${cancelled} cancelled`),
);
await server.connect(new StdioServerTransport());
