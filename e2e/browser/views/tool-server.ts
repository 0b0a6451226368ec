import { type OutsideMcp, startOutsideMcp } from '@lectern/testing/outside-mcp';

/** Settings that allow a suite to call this server. */
export const toolServerSettings = { MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' };

/** Starts a tool server with one reading and one writing tool. */
export function startToolServer(): Promise<OutsideMcp> {
  return startOutsideMcp({
    name: 'forecast',
    tools: [
      {
        name: 'get_forecast',
        title: 'Weather forecast',
        description: 'The weather of the next days for a place: temperature, rain and wind.',
        annotations: { readOnlyHint: true },
        inputSchema: {
          type: 'object',
          properties: { place: { type: 'string' }, days: { type: 'integer' } },
          required: ['place'],
        },
      },
      {
        name: 'order_battery',
        title: 'Order a battery',
        description: 'Orders a new battery for a weather station.',
        annotations: { readOnlyHint: false },
        inputSchema: {
          type: 'object',
          properties: { query: { type: 'string' }, count: { type: 'integer' } },
          required: ['query'],
        },
      },
    ],
    answer: ({ tool }) => (tool === 'get_forecast' ? 'Dry, 14 to 19 °C, light wind.' : 'Ordered.'),
  });
}
