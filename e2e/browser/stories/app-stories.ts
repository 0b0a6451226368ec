import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import { findViolations } from '../check-accessibility.ts';
import { createIframeTransport } from '../iframe-transport.ts';
import { squeeze } from '../marked-text.ts';
import type { FilledWorld } from '../views/filled-world.ts';
import { openWindow, type World } from '../world.ts';
import type { Story } from './story.ts';

const question = 'How often is the battery of the weather station replaced?';

/** Stories with the host side of MCP Apps, as a client embeds the view. */
export const appStories: readonly Story<FilledWorld>[] = [
  {
    name: 'a client that shows MCP Apps opens the sources of an answer, marked to the letter',
    async run(world) {
      const client = await connectClient(world);
      const { tools } = await client.listTools();
      const tool = tools.find(({ name }) => name === 'rag_query_with_chunks');
      const { resourceUri = '' } = (tool?._meta?.ui ?? {}) as { readonly resourceUri?: string };
      const { contents } = await client.readResource({ uri: resourceUri });
      const html = contents[0] && 'text' in contents[0] ? contents[0].text : '';
      const call = { name: 'rag_query_with_chunks', arguments: { question } };
      const result = await client.callTool(call);
      const { data } = result.structuredContent as {
        readonly data: { readonly citations: readonly { readonly quote: string }[] };
      };

      const { context, page } = await openWindow(world);
      const bridge = new AppBridge(
        client,
        { name: 'a client', version: '1.0.0' },
        { serverTools: {} },
        { hostContext: { theme: 'dark', locale: 'ru-RU' } },
      );
      bridge.oninitialized = () => {
        void bridge.sendToolInput({ arguments: call.arguments });
        void bridge.sendToolResult(result);
      };
      await bridge.connect(await createIframeTransport(page, html));
      const view = page.frameLocator('iframe');
      for (const [index, { quote }] of data.citations.entries()) {
        if (index > 0) await view.getByRole('button', { name: 'Следующая цитата' }).click();
        if (data.citations.length > 1) {
          await view.getByText(`${index + 1} из ${data.citations.length}`).waitFor();
        }
        await view.locator('mark').first().waitFor();
        const marked = await view.locator('mark').allTextContents();
        assert.equal(squeeze(marked.join('')), squeeze(quote));
      }
      assert.ok(data.citations.length > 0, 'the answer cites nothing');
      const frame = page.frames()[1];
      assert.ok(frame);
      assert.deepEqual(await findViolations(frame), []);
      await context.close();
      await bridge.close();
      await client.close();
    },
  },
];

async function connectClient({ suite }: World): Promise<Client> {
  const client = new Client(
    { name: 'browser stories', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', suite.url), {
      requestInit: { headers: { authorization: `Bearer ${suite.credentials.api_key}` } },
    }),
  );
  return client;
}
