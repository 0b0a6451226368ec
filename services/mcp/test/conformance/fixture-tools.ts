import { setTimeout as delay } from 'node:timers/promises';
import {
  fromJsonSchema,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { contactSchema } from './contact-schema.ts';
import { pngBase64, toText, wavBase64 } from './samples.ts';

const stepMs = 50;
const regionSchema = {
  type: 'object' as const,
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
};

/** Adds tools with the answers that the suite expects. */
export function addFixtureTools(server: McpServer): void {
  const add = (
    name: string,
    run: (context: ServerContext) => ReturnType<Parameters<McpServer['registerTool']>[2]>,
  ) => server.registerTool(name, { description: `Fixture ${name}.` }, run);

  add('test_simple_text', () => toText('This is a simple text response for testing.'));
  add('test_image_content', () => ({
    content: [{ type: 'image', data: pngBase64, mimeType: 'image/png' }],
  }));
  add('test_audio_content', () => ({
    content: [{ type: 'audio', data: wavBase64, mimeType: 'audio/wav' }],
  }));
  add('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }));
  add('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: pngBase64, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }));
  add('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  add('test_tool_with_logging', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await delay(stepMs);
    await mcpReq.log('info', 'Tool processing data');
    await delay(stepMs);
    await mcpReq.log('info', 'Tool execution completed');
    return toText('logged');
  });
  add('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'one line');
    return toText('logged');
  });
  add('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      await delay(stepMs);
    }
    return toText('done');
  });
  add('test_missing_capability', () =>
    inputRequired({
      inputRequests: {
        question: inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
          maxTokens: 10,
        }),
      },
    }),
  );
  add('test_streaming_elicitation', () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'What is your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
        }),
      },
    }),
  );
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Fixture with a rich schema.', inputSchema: fromJsonSchema(contactSchema) },
    () => toText('ok'),
  );
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'Fixture whose argument is also a header.',
      inputSchema: fromJsonSchema(regionSchema),
    },
    () => toText('ok'),
  );
  addLegacyTools(server);
}

/** Adds tools of revision 2025-11-25 that ask the client during a call. */
function addLegacyTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Fixture that samples.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      });
      return toText(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Fixture that asks.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const answer = await mcpReq.elicitInput({
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          required: ['username', 'email'],
        },
      });
      return toText(`User response: ${JSON.stringify(answer)}`);
    },
  );
}
