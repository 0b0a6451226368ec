import { auth, createMCPClient } from '@ai-sdk/mcp';
import * as lectern from './lectern.mjs';
import { checkMcpClient } from './mcp-checks.mjs';

const withKey = { headers: lectern.headers };
const useTools = async (settings, work) => {
  const transport = { type: 'http', url: lectern.mcpUrl, ...settings };
  const client = await createMCPClient({ transport });
  try {
    return await work(await client.tools());
  } finally {
    await client.close();
  }
};

await checkMcpClient({
  listTools: () => useTools(withKey, Object.keys),
  callTool: (name, input) =>
    useTools(withKey, (tools) => tools[name].execute(input, { toolCallId: 'one', messages: [] })),
  async signIn() {
    const authProvider = lectern.createOAuthProvider();
    await useTools({ authProvider }, Object.keys).catch(() => undefined);
    const { searchParams } = authProvider.cameBackTo;
    await auth(authProvider, {
      serverUrl: lectern.mcpUrl,
      authorizationCode: searchParams.get('code'),
      callbackState: searchParams.get('state'),
      callbackIssuer: searchParams.get('iss'),
    });
    return useTools({ authProvider }, Object.keys);
  },
});
