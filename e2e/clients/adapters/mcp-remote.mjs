// A bridge for clients that speak stdio alone; the client here is the SDK's.
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as lectern from './lectern.mjs';
import { checkMcpClient } from './mcp-checks.mjs';
import { callTool, listTools } from './sdk-client.mjs';

const open = (...parameters) =>
  new StdioClientTransport({
    command: process.execPath,
    args: ['node_modules/mcp-remote/dist/proxy.js', lectern.mcpUrl, ...parameters],
    env: { ...process.env, HOME: process.cwd(), MCP_REMOTE_CONFIG_DIR: `${process.cwd()}/sign-in` },
    stderr: 'pipe',
  });
const openWithKey = () => open('--header', `Authorization: Bearer ${lectern.apiKey}`);

await checkMcpClient({
  listTools: () => listTools(openWithKey()),
  callTool: (name, input) => callTool(openWithKey(), name, input),
  signIn() {
    const transport = open('--host', '127.0.0.1');
    lectern.followSignIn(transport.stderr);
    return listTools(transport);
  },
});
