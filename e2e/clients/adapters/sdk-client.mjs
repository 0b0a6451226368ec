// The client of the SDK's first version, for adapters that differ in its transport alone.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';

export const listTools = (transport) =>
  use(transport, async (client) => (await client.listTools()).tools.map(({ name }) => name));

export const callTool = (transport, name, input) =>
  use(transport, (client) => client.callTool({ name, arguments: input }));

async function use(transport, work) {
  const client = new Client({ name: 'tried', version: '1.0.0' });
  await client.connect(transport);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
