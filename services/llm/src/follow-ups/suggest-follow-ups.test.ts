import { describe, expect, it } from '@jest/globals';
import type { ChatResponse } from '@lectern/contracts';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { calls, fails, type Script, ScriptedModel, says } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';
import { readQuestions } from './suggest-follow-ups.ts';

const question = 'How tall is the tower?';
const search = calls('retrieve_context', { query: question });

/** Asks the question, then for questions that follow its answer. */
async function suggest(followUps: Script, choices: readonly ('auto' | 'none')[] = ['auto']) {
  await using mcp = await startFakeMcp(() => [tower]);
  const scripts = [search, says('It is 330 metres tall [1].'), followUps];
  const model = new ScriptedModel(scripts, choices);
  await using llm = await startLlm({ mcpUrl: mcp.url, model });
  const answer = (await (await llm.chat({ message: question })).json()) as ChatResponse;
  const at = `/conversations/${answer.conversation_id}/messages`;
  const path = `${at}/${answer.message_id}/follow-ups`;
  const response = await llm.call('POST', path);
  const body = await response.json();
  const stranger = await llm.identity.token({ userId: 'other', organisationId: 'organisation-1' });
  const refusals = [
    (await llm.call('POST', path, { token: stranger })).status,
    (await llm.call('POST', `${at}/unknown/follow-ups`)).status,
  ];
  return { status: response.status, body, refusals, prompt: model.requests.at(-1)?.messages };
}

describe('follow-ups', () => {
  it('are at most three lines of the model, for the owner of the conversation', async () => {
    const { status, body, refusals, prompt } = await suggest(
      says('1. Who built it?\n- How wide is it?\n"Is it open?"\nWhere is it?'),
    );
    expect(status).toBe(200);
    expect(body).toEqual({ questions: ['Who built it?', 'How wide is it?', 'Is it open?'] });
    expect(refusals).toEqual([404, 404]);
    expect(prompt?.at(-1)?.content).toContain('It is 330 metres tall');
  });

  it('are none of a model that only quotes', async () => {
    const { body } = await suggest(says('Who built it?'), ['none']);
    expect(body).toEqual({ questions: [] });
  });

  it('fail where the model fails', async () => {
    const { body } = await suggest(fails());
    expect(body).toMatchObject({ error: { code: 'model_unavailable' } });
  });
});

describe('readQuestions', () => {
  it('leaves out repeats, the question asked, long lines and thoughts', () => {
    const written = `<think>Hm?</think>\nWhy?\nWhy?\n${question}\n${'long '.repeat(50)}?\n---\nWo?`;
    expect(readQuestions(written, question)).toEqual(['Why?', 'Wo?']);
  });
});
