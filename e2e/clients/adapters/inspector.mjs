import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import * as lectern from './lectern.mjs';

const program = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const withKey = ['--header', `Authorization: Bearer ${lectern.apiKey}`];
const run = async (parameters, onStarted = () => {}) => {
  const child = spawn(
    process.execPath,
    [program, '--cli', lectern.mcpUrl, '--transport', 'http', ...parameters],
    {
      // It signs in where a person seems to be; the browser that it opens is a program that does nothing.
      env: {
        ...process.env,
        ...{ HOME: process.cwd(), NO_COLOR: '1' },
        ...{ MCP_AUTO_OPEN_ENABLED: 'true', BROWSER: 'true', DISPLAY: '' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onStarted(child.stderr);
  const said = text(child.stderr);
  const output = await text(child.stdout);
  lectern.expectThat(output.trimStart().startsWith('{'), `${output} ${await said}`);
  return JSON.parse(output);
};
const call = (name, input) =>
  run([
    ...withKey,
    ...['--method', 'tools/call', '--tool-name', name],
    ...['--tool-args-json', JSON.stringify(input)],
  ]);

await lectern.check('list', async () => {
  const { tools } = await run([...withKey, '--method', 'tools/list', '--strict']);
  lectern.expectThat(
    tools.some(({ name }) => name === 'search_documents'),
    'no search_documents',
  );
  return `${tools.length} tools, schemas strict`;
});
await lectern.check('call', async () => {
  const { content } = await call('search_documents', { query: lectern.question, limit: 3 });
  lectern.expectAnswer(content[0].text);
});
lectern.leaveOut('stream', 'tools answer as a whole');
await lectern.check('oauth', async () => {
  const { tools } = await run(['--method', 'tools/list'], lectern.followSignIn);
  lectern.expectThat(tools.length > 0, 'no tools');
});
await lectern.check('citations', async () => {
  const { structuredContent } = await call('rag_query_with_chunks', { question: lectern.question });
  lectern.expectCitation(structuredContent);
});
