import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

/** A local program that the operator allows by `MCP_STDIO_SERVERS`. It tells names of its variables. */
const server = new McpServer({ name: 'local', version: '1.0.0' });
const listing = { description: 'Lists the names of environment variables of this program.' };
const annotations = { readOnlyHint: true };
server.registerTool('list_variables', { ...listing, annotations }, () => ({
  content: [{ type: 'text', text: Object.keys(process.env).toSorted().join(' ') }],
}));
await server.connect(new StdioServerTransport());
