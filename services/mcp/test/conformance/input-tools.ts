import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { toText } from './samples.ts';

/** One key for the process, since each round of a call reaches another server. */
const stateKey = randomBytes(32);
const capabilitiesSchema = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.unknown().optional(),
    sampling: z.unknown().optional(),
  }),
});
const nameSchema = z.object({ name: z.string() });
const okSchema = z.object({ ok: z.boolean() });
const colourSchema = z.object({ color: z.string() });

/** Adds tools of revision 2026-07-28 that need several rounds. */
export function addInputTools(server: McpServer): void {
  const add = (
    name: string,
    run: (context: ServerContext['mcpReq']) => InputRequiredResult | ReturnType<typeof toText>,
  ) =>
    server.registerTool(
      `test_input_required_result_${name}`,
      { description: `Fixture ${name}.` },
      ({ mcpReq }) => run(mcpReq),
    );

  add('elicitation', ({ inputResponses }) => {
    const answer = acceptedContent(inputResponses, 'user_name', nameSchema);
    return answer ? toText(`Hello, ${answer.name}!`) : inputRequired({ inputRequests: askName() });
  });
  add('sampling', ({ inputResponses }) =>
    inputResponses?.capital_question
      ? toText(JSON.stringify(inputResponses.capital_question))
      : inputRequired({
          inputRequests: sample('capital_question', 'What is the capital of France?'),
        }),
  );
  add('list_roots', ({ inputResponses }) =>
    inputResponses?.client_roots
      ? toText(JSON.stringify(inputResponses.client_roots))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  );
  for (const name of ['request_state', 'tampered_state']) {
    add(name, ({ inputResponses, requestState }) => {
      const state = requestState<string>();
      if (state === undefined || !inputResponses) {
        return inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: okSchema }),
          },
          requestState: sign('first'),
        });
      }
      verify(state);
      return toText('state-ok');
    });
  }
  add('multiple_inputs', ({ inputResponses, requestState }) => {
    const state = requestState<string>();
    if (state === undefined || !inputResponses) {
      return inputRequired({
        inputRequests: {
          ...askName(),
          ...sample('greeting', 'Generate a greeting'),
          client_roots: inputRequired.listRoots(),
        },
        requestState: sign('first'),
      });
    }
    verify(state);
    return toText(`answers: ${Object.keys(inputResponses).join(', ')}`);
  });
  add('multi_round', ({ requestState }) => {
    const state = requestState<string>();
    switch (state === undefined ? 'none' : verify(state)) {
      case 'none':
        return inputRequired({
          inputRequests: {
            step1: inputRequired.elicit({
              message: 'Step 1: What is your name?',
              requestedSchema: nameSchema,
            }),
          },
          requestState: sign('first'),
        });
      case 'first':
        return inputRequired({
          inputRequests: {
            step2: inputRequired.elicit({
              message: 'Step 2: What is your favorite color?',
              requestedSchema: colourSchema,
            }),
          },
          requestState: sign('second'),
        });
      default:
        return toText('done');
    }
  });
  add('capabilities', ({ envelope }) => {
    const declared = capabilitiesSchema.parse(envelope)[CLIENT_CAPABILITIES_META_KEY];
    return inputRequired({
      inputRequests: {
        ...(declared.elicitation ? askName() : {}),
        ...(declared.sampling ? sample('greeting', 'Generate a greeting') : {}),
      },
    });
  });
}

function askName() {
  return {
    user_name: inputRequired.elicit({
      message: 'What is your name?',
      requestedSchema: nameSchema,
    }),
  };
}

function sample(key: string, text: string) {
  return {
    [key]: inputRequired.createMessage({
      messages: [{ role: 'user', content: { type: 'text', text } }],
      maxTokens: 100,
    }),
  };
}

function sign(state: string): string {
  return `${state}.${createHmac('sha256', stateKey).update(state).digest('base64url')}`;
}

function verify(signed: string): string {
  const state = signed.split('.')[0] ?? '';
  const [expected, given] = [Buffer.from(sign(state)), Buffer.from(signed)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid requestState');
  return state;
}
