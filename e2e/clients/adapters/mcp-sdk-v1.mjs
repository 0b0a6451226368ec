import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as lectern from './lectern.mjs';

const open = async (options) => {
  const client = new Client({ name: 'tried', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(lectern.mcpUrl), options));
  return client;
};
const withKey = { requestInit: { headers: lectern.headers } };

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
  const authProvider = lectern.createOAuthProvider();
  await open({ authProvider }).catch(() => undefined);
  const code = authProvider.cameBackTo.searchParams.get('code');
  await new StreamableHTTPClientTransport(new URL(lectern.mcpUrl), { authProvider }).finishAuth(
    code,
  );
  const client = await open({ authProvider });
  lectern.expectThat((await client.listTools()).tools.length > 0, 'no tools');
  lectern.expectThat(authProvider.tokens().refresh_token, 'nothing to refresh with');
  await client.close();
});
await lectern.check('citations', async () => {
  const client = await open(withKey);
  const call = { name: 'rag_query_with_chunks', arguments: { question: lectern.question } };
  lectern.expectCitation((await client.callTool(call)).structuredContent);
  await client.close();
});
