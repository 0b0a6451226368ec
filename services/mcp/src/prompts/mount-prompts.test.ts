import { describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { connectClient, startMcp } from '../../test/start-mcp.ts';

async function withClient<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
  await using mcp = await startMcp('http://127.0.0.1:9');
  const client = await connectClient(mcp);
  const result = await run(client);
  await client.close();
  return result;
}

const write = (name: string, args: Record<string, string>) =>
  withClient(async (client) => {
    const { messages } = await client.getPrompt({ name, arguments: args });
    const [message] = messages;
    return message?.content.type === 'text' ? message.content.text : undefined;
  });

describe('prompts', () => {
  it('are listed with their arguments', async () => {
    const { prompts } = await withClient((client) => client.listPrompts());
    expect(prompts).toMatchObject([
      {
        name: 'cited_answer',
        arguments: [{ name: 'question', required: true }, { name: 'language' }],
      },
      {
        name: 'cited_overview',
        arguments: [{ name: 'topic', required: true }, { name: 'language' }],
      },
    ]);
  });

  it('put the question into instructions in English or Russian', async () => {
    const english = await write('cited_answer', { question: ' How long? ' });
    expect(english).toMatch(
      /^Answer the question[\s\S]*search_documents[\s\S]*Question: How long\?$/,
    );
    const russian = await write('cited_answer', { question: 'Как долго?', language: 'ru' });
    expect(russian).toMatch(/^Ответь на вопрос[\s\S]*search_documents[\s\S]*Вопрос: Как долго\?$/);
    const overview = await write('cited_overview', { topic: 'pumps' });
    expect(overview).toMatch(/retrieve_context[\s\S]*Topic: pumps$/);
  });

  it.each([
    ['cited_answer', {}, 'question'],
    ['cited_answer', { question: ' ' }, 'question'],
    ['cited_answer', { question: 'x', language: 'de' }, 'language'],
    ['cited_answer', { question: 'x'.repeat(2001) }, 'question'],
    ['nothing', { question: 'x' }, 'name'],
  ])('%s refuses %j and names the field', async (name, args, field) => {
    await expect(write(name, args as Record<string, string>)).rejects.toMatchObject({
      code: -32602,
      data: { field },
    });
  });

  it('complete the language', async () => {
    const { completion } = await withClient((client) =>
      client.complete({
        ref: { type: 'ref/prompt', name: 'cited_answer' },
        argument: { name: 'language', value: 'r' },
      }),
    );
    expect(completion.values).toEqual(['ru']);
  });
});
