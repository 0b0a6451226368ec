// A bridge for clients that speak stdio alone; the client here is the SDK's.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as lectern from './lectern.mjs';

const program = 'node_modules/mcp-remote/dist/proxy.js';
const open = async (parameters, onStarted = () => {}) => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, lectern.mcpUrl, ...parameters],
    env: { ...process.env, HOME: process.cwd(), MCP_REMOTE_CONFIG_DIR: `${process.cwd()}/sign-in` },
    stderr: 'pipe',
  });
  onStarted(transport.stderr);
  const client = new Client({ name: 'tried', version: '1.0.0' });
  await client.connect(transport);
  return client;
};
const withKey = ['--header', `Authorization: Bearer ${lectern.apiKey}`];

await lectern.check('list', async () => {
  const client = await open(withKey);
  const { tools } = await client.listTools();
  lectern.expectThat(
    tools.some(({ name }) => name === 'search_documents'),
    'no search_documents',
  );
  await client.close();
  return `${tools.length} tools`;
});
await lectern.check('call', async () => {
  const client = await open(withKey);
  const call = { name: 'search_documents', arguments: { query: lectern.question, limit: 3 } };
  lectern.expectAnswer((await client.callTool(call)).content[0].text);
  await client.close();
});
lectern.leaveOut('stream', 'tools answer as a whole');
await lectern.check('oauth', async () => {
  const client = await open(['--host', '127.0.0.1'], lectern.followSignIn);
  lectern.expectThat((await client.listTools()).tools.length > 0, 'no tools');
  await client.close();
});
await lectern.check('citations', async () => {
  const client = await open(withKey);
  const call = { name: 'rag_query_with_chunks', arguments: { question: lectern.question } };
  lectern.expectCitation((await client.callTool(call)).structuredContent);
  await client.close();
});
