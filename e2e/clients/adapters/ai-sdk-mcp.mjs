import { auth, createMCPClient } from '@ai-sdk/mcp';
import * as lectern from './lectern.mjs';

const open = (transport) =>
  createMCPClient({ transport: { type: 'http', url: lectern.mcpUrl, ...transport } });
const withKey = { headers: lectern.headers };
const call = async (name, input) => {
  const client = await open(withKey);
  const tools = await client.tools();
  const result = await tools[name].execute(input, { toolCallId: 'one', messages: [] });
  await client.close();
  return result;
};

await lectern.check('list', async () => {
  const client = await open(withKey);
  const names = Object.keys(await client.tools());
  lectern.expectThat(names.includes('search_documents'), 'no search_documents');
  await client.close();
  return `${names.length} tools`;
});
await lectern.check('call', async () => {
  const { content } = await call('search_documents', { query: lectern.question, limit: 3 });
  lectern.expectAnswer(content[0].text);
});
lectern.leaveOut('stream', 'tools answer as a whole');
await lectern.check('oauth', async () => {
  const authProvider = lectern.createOAuthProvider();
  await open({ authProvider }).catch(() => undefined);
  const { searchParams } = authProvider.cameBackTo;
  await auth(authProvider, {
    serverUrl: lectern.mcpUrl,
    authorizationCode: searchParams.get('code'),
    callbackState: searchParams.get('state'),
    callbackIssuer: searchParams.get('iss'),
  });
  const client = await open({ authProvider });
  lectern.expectThat(Object.keys(await client.tools()).length > 0, 'no tools');
  await client.close();
});
await lectern.check('citations', async () => {
  const { structuredContent } = await call('rag_query_with_chunks', { question: lectern.question });
  lectern.expectCitation(structuredContent);
});
