// The checks of every MCP client in JavaScript: they differ in how they list, call and sign in.
import * as lectern from './lectern.mjs';

/**
 * `listTools` gives the tools' names, `callTool` a tool's result as the server made it, and `signIn`
 * the names after OAuth from nothing. `listNote` is what the list shows beyond its length.
 */
export async function checkMcpClient({ listTools, callTool, signIn, listNote = '' }) {
  await lectern.check('list', async () => {
    const names = await listTools();
    lectern.expectThat(names.includes('search_documents'), 'no search_documents');
    return `${names.length} tools${listNote}`;
  });
  await lectern.check('call', async () => {
    const { content } = await callTool('search_documents', { query: lectern.question, limit: 3 });
    lectern.expectAnswer(content[0].text);
  });
  lectern.leaveOut('stream', 'tools answer as a whole');
  await lectern.check('oauth', async () => {
    const names = await signIn();
    for (const name of ['research', 'rag_query_with_chunks']) {
      lectern.expectThat(names.includes(name), `no ${name}`);
    }
  });
  await lectern.check('citations', async () => {
    const result = await callTool('rag_query_with_chunks', { question: lectern.question });
    // An error has no structured content: its text is what there is to see.
    lectern.expectCitation(result.structuredContent ?? result);
  });
}
