import { describe, expect, it } from '@jest/globals';
import { runModel } from '@lectern/models';
import { fails, pauses, type Script, ScriptedModel, says } from '../../test/scripted-model.ts';
import { createCountedModel, type MeasuredCall } from './count-model-calls.ts';

const messages = [{ role: 'user' as const, content: 'How tall is the Eiffel Tower?' }];

function open(script: Script) {
  const counted: MeasuredCall[] = [];
  const model = createCountedModel(new ScriptedModel([script]), {
    hasTokens: true,
    admit: async () => undefined,
    onCall: async (call) => {
      counted.push(call);
    },
  });
  return { model, counted };
}

describe('createCountedModel', () => {
  it('counts the tokens of the provider', async () => {
    const { model, counted } = open(says('330 ', 'metres'));
    await runModel(model, { messages }, { signal: new AbortController().signal });
    expect(counted).toMatchObject([
      { hasFailed: false, isEstimated: false, tokensIn: 10, tokensOut: 5 },
    ]);
  });

  it('estimates a stopped call with the text that was written', async () => {
    const stop = new AbortController();
    const { model, counted } = open(pauses('It is 330 metres', new Promise(() => {}), ' tall'));
    const onText = () => setImmediate(() => stop.abort());
    await expect(runModel(model, { messages }, { onText, signal: stop.signal })).rejects.toThrow();
    expect(counted).toMatchObject([{ hasFailed: false, isEstimated: true }]);
    expect(counted[0]?.tokensIn).toBeGreaterThan(4);
    expect(counted[0]?.tokensOut).toBeGreaterThan(2);
  });

  it('counts a call that its caller leaves', async () => {
    const { model, counted } = open(says('330 ', 'metres'));
    for await (const _event of model.generate({ messages }, new AbortController().signal)) break;
    expect(counted).toMatchObject([{ hasFailed: false, isEstimated: true }]);
  });

  it.each([
    ['before its first event without tokens', fails(), false],
    ['later with an estimate', fails('It is'), true],
  ])('counts a call that fails %s', async (_when, script, isEstimated) => {
    const { model, counted } = open(script);
    const { signal } = new AbortController();
    await expect(runModel(model, { messages }, { signal })).rejects.toThrow();
    expect(counted).toMatchObject([{ hasFailed: true, isEstimated }]);
  });
});
