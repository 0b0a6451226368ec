import OpenAI from 'openai';
import * as lectern from './lectern.mjs';

const open = (apiKey) => new OpenAI({ baseURL: `${lectern.url}/v1`, apiKey, maxRetries: 0 });
const client = open(lectern.apiKey);
const ask = {
  model: 'lectern-knowledge',
  messages: [{ role: 'user', content: lectern.question }],
};

await lectern.check('list', async () => {
  const { data } = await client.models.list();
  lectern.expectThat(
    data.some(({ id }) => id === 'lectern-knowledge'),
    'no lectern-knowledge',
  );
  return `${data.length} models`;
});
await lectern.check('call', async () => {
  const { choices } = await client.chat.completions.create(ask);
  lectern.expectAnswer(choices[0].message.content);
  const response = await client.responses.create({ model: ask.model, input: lectern.question });
  lectern.expectAnswer(response.output_text);
  const { data } = await client.embeddings.create({
    model: 'lectern-embedding',
    input: ['a', 'b'],
  });
  lectern.expectThat(data[1].embedding.length > 8, 'no embedding');
  return 'chat, responses, embeddings';
});
await lectern.check('stream', async () => {
  let answer = '';
  for await (const { choices } of await client.chat.completions.create({ ...ask, stream: true })) {
    answer += choices[0]?.delta.content ?? '';
  }
  lectern.expectAnswer(answer);
  const response = client.responses.stream({ model: ask.model, input: lectern.question });
  lectern.expectAnswer((await response.finalResponse()).output_text);
});
await lectern.check('key', async () => {
  const refused = await open('lct_wrong')
    .models.list()
    .catch((error) => error);
  lectern.expectThat(refused instanceof OpenAI.AuthenticationError, `not refused: ${refused}`);
});
await lectern.check('citations', async () => {
  const { message } = (await client.chat.completions.create(ask)).choices[0];
  lectern.expectCitation({ data: message });
  lectern.expectThat(message.annotations?.[0]?.url_citation?.url, 'no annotation');
  return 'citations and annotations';
});
