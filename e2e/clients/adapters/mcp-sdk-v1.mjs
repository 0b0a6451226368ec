import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as lectern from './lectern.mjs';
import { checkMcpClient } from './mcp-checks.mjs';
import { callTool, listTools } from './sdk-client.mjs';

const open = (options) => new StreamableHTTPClientTransport(new URL(lectern.mcpUrl), options);
const openWithKey = () => open({ requestInit: { headers: lectern.headers } });

await checkMcpClient({
  listTools: () => listTools(openWithKey()),
  callTool: (name, input) => callTool(openWithKey(), name, input),
  async signIn() {
    const authProvider = lectern.createOAuthProvider();
    await listTools(open({ authProvider })).catch(() => undefined);
    await open({ authProvider }).finishAuth(authProvider.cameBackTo.searchParams.get('code'));
    lectern.expectThat(authProvider.tokens().refresh_token, 'nothing to refresh with');
    return listTools(open({ authProvider }));
  },
});
