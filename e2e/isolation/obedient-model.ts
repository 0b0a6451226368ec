import { type RecordedHttp, startRecordedHttp } from '@lectern/testing';

interface CompletionRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

interface CalledTool {
  readonly name: string;
  readonly arguments: string;
}

export const modelAnswer = 'It was built in 1911 [1].';
const orderPattern = /RUN (\w+) (\{.*?\}) NOW/g;

/** How a document orders the model to call a tool. */
export function writeOrder(tool: string, input: object): string {
  return `RUN ${tool} ${JSON.stringify(input)} NOW`;
}

/**
 * A model API that does whatever the text in its prompt orders: the worst case of an injected
 * prompt. Asked for a search it searches for the question, and tries to widen it.
 */
export function startObedientModel(): Promise<RecordedHttp> {
  return startRecordedHttp({
    'POST /v1/chat/completions': ({ body }) => {
      const { messages, tools } = JSON.parse(body) as CompletionRequest;
      const prompt = messages.map(({ content }) => content).join('\n');
      const ordered = [...prompt.matchAll(orderPattern)].map(([, name = '', text = '']) => ({
        name,
        arguments: text,
      }));
      const search = {
        name: 'retrieve_context',
        arguments: JSON.stringify({ query: messages.at(-1)?.content.slice(0, 300), limit: 200 }),
      };
      const maySearch = tools?.some((tool) => tool.function.name === search.name);
      return { chunks: maySearch ? writeCalls([search, ...ordered]) : writeAnswer(ordered) };
    },
  });
}

function writeAnswer(calls: readonly CalledTool[]): string[] {
  return [writeEvent({ delta: { content: modelAnswer } }), ...writeCalls(calls, 'stop')];
}

function writeCalls(calls: readonly CalledTool[], reason = 'tool_calls'): string[] {
  const deltas = calls.map((called, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: called,
  }));
  return [
    ...(deltas.length > 0 ? [writeEvent({ delta: { tool_calls: deltas } })] : []),
    writeEvent({ delta: {}, finish_reason: reason }),
    'data: [DONE]\n\n',
  ];
}

function writeEvent(choice: object): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
}
