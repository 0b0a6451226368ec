import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';

const clientPage = `<!doctype html>
<html lang="en">
  <head><title>A client</title></head>
  <body style="margin: 0"><iframe title="Sources" sandbox="allow-scripts" style="border: 0; width: 100%; height: 100vh"></iframe></body>
</html>`;

const listen = `((html) => {
  const frame = document.querySelector('iframe');
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow) void toClient(data);
  });
  frame.srcdoc = html;
})`;

/**
 * Shows a document in a sandboxed frame, as MCP clients do, and forwards the messages of both
 * sides.
 */
export async function createIframeTransport(page: Page, html: string): Promise<Transport> {
  await page.setContent(clientPage);
  const transport: Transport = {
    async start() {
      await page.evaluate(`${listen}(${JSON.stringify(html)})`);
    },
    async send(message) {
      await page.evaluate(
        `document.querySelector('iframe').contentWindow.postMessage(${JSON.stringify(message)}, '*')`,
      );
    },
    async close() {
      transport.onclose?.();
    },
  };
  await page.exposeFunction('toClient', (message: JSONRPCMessage) =>
    transport.onmessage?.(message),
  );
  return transport;
}
