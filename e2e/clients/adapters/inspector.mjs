import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import * as lectern from './lectern.mjs';
import { checkMcpClient } from './mcp-checks.mjs';

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
const namesOf = ({ tools }) => tools.map(({ name }) => name);

await checkMcpClient({
  listTools: async () => namesOf(await run([...withKey, '--method', 'tools/list', '--strict'])),
  listNote: ', schemas strict',
  callTool: (name, input) =>
    run([
      ...withKey,
      ...['--method', 'tools/call', '--tool-name', name],
      ...['--tool-args-json', JSON.stringify(input)],
    ]),
  signIn: async () => namesOf(await run(['--method', 'tools/list'], lectern.followSignIn)),
});
