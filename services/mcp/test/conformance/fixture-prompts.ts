import {
  acceptedContent,
  type GetPromptResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { pngBase64 } from './samples.ts';

const contextSchema = z.object({ context: z.string() });
type Content = GetPromptResult['messages'][number]['content'];
type Arguments = Readonly<Record<string, string>>;

const written: Readonly<Record<string, (given: Arguments) => Content[]>> = {
  test_simple_prompt: () => [text('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    {
      type: 'resource',
      resource: {
        uri: resourceUri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      },
    },
    text('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [
    { type: 'image', data: pngBase64, mimeType: 'image/png' },
    text('Please analyze the image above.'),
  ],
};
const argumentNames: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};
const askingPrompt = 'test_input_required_result_prompt';

/** Mounts the suite's prompts in place of ours. */
export function mountFixturePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...Object.keys(written), askingPrompt].map((name) => ({
      name,
      description: `Fixture ${name}.`,
      arguments: (argumentNames[name] ?? []).map((argument) => ({
        name: argument,
        required: true,
      })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => {
    if (params.name === askingPrompt) {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_context', contextSchema);
      return answer
        ? toPrompt([text(answer.context)])
        : inputRequired({
            inputRequests: {
              user_context: inputRequired.elicit({
                message: 'What context should the prompt use?',
                requestedSchema: contextSchema,
              }),
            },
          });
    }
    const write = written[params.name];
    if (!write)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no prompt ${params.name}`);
    return toPrompt(write(params.arguments ?? {}));
  });
}

function toPrompt(contents: Content[]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) };
}

function text(value: string): Content {
  return { type: 'text', text: value };
}
