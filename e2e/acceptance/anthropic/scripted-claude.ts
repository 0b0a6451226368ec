import { type RecordedHttp, startRecordedHttp } from '@lectern/testing';

interface MessagesRequest {
  readonly system?: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly name: string }[];
  readonly tool_choice?: { readonly type: string };
  readonly thinking?: unknown;
}

/** Answer of the scripted model: a text, or a call of a tool. */
type Reply = string | { readonly tool: string; readonly input: object };

const refusal = 'thinking.type: "disabled" is not supported for this model';

/**
 * Anthropic's Messages API with a model that refuses the parameter `thinking`, calls what it is
 * offered, and says what a tool said.
 */
export function startScriptedClaude(): Promise<RecordedHttp> {
  return startRecordedHttp({
    'POST /v1/messages': ({ body }) => {
      const request = JSON.parse(body) as MessagesRequest;
      if (request.thinking !== undefined) {
        const error = { type: 'invalid_request_error', message: refusal };
        return { status: 400, body: { type: 'error', error } };
      }
      return { headers: { 'content-type': 'text/event-stream' }, chunks: write(reply(request)) };
    },
    'GET /v1/models/scripted-claude': {
      body: { id: 'scripted-claude', type: 'model', display_name: 'Scripted' },
    },
  });
}

function reply({ system = '', messages, tools = [], tool_choice }: MessagesRequest): Reply {
  if (system.includes('You choose the server')) return 'parcels';
  if (system.includes('as one search query')) return 'track parcel 4711';
  if (JSON.stringify(messages).includes('Hamburg')) return 'The parcel is in Hamburg.';
  const [tool] = tools;
  if (!tool || tool_choice?.type === 'none') return 'I_DO_NOT_KNOW';
  const input = tool.name === 'retrieve_context' ? { query: 'parcel 4711' } : { text: '4711' };
  const wanted = tools.find(({ name }) => name === 'track_parcel') ?? tool;
  return { tool: wanted.name, input };
}

/** The events of a streamed message. */
function write(answer: Reply): string[] {
  const usage = { input_tokens: 3, output_tokens: 1 };
  const begin = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted-claude' };
  const isText = typeof answer === 'string';
  const block = isText
    ? { type: 'text', text: '' }
    : { type: 'tool_use', id: 'toolu_1', name: answer.tool, input: {} };
  const deltas = isText
    ? answer.split(/(?<= )/).map((text) => ({ type: 'text_delta', text }))
    : [{ type: 'input_json_delta', partial_json: JSON.stringify(answer.input) }];
  const events = [
    { type: 'message_start', message: { ...begin, content: [], stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isText ? 'end_turn' : 'tool_use' }, usage },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
