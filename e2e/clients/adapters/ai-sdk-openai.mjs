import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embed, generateText, streamText } from 'ai';
import * as lectern from './lectern.mjs';

const open = (apiKey) =>
  createOpenAICompatible({ name: 'lectern', baseURL: `${lectern.url}/v1`, apiKey });
const lecternAi = open(lectern.apiKey);
const ask = { model: lecternAi('lectern-knowledge'), prompt: lectern.question, maxRetries: 0 };

lectern.leaveOut('list', 'the provider has no list');
await lectern.check('call', async () => {
  lectern.expectAnswer((await generateText(ask)).text);
  const model = lecternAi.embeddingModel('lectern-embedding');
  lectern.expectThat((await embed({ model, value: 'a' })).embedding.length > 8, 'no embedding');
  return 'chat, embeddings';
});
await lectern.check('stream', async () => {
  let answer = '';
  for await (const piece of streamText(ask).textStream) answer += piece;
  lectern.expectAnswer(answer);
});
await lectern.check('key', async () => {
  const refused = await generateText({
    ...ask,
    model: open('lct_wrong')('lectern-knowledge'),
  }).catch((error) => error);
  lectern.expectThat(refused.statusCode === 401, `not refused: ${refused}`);
});
await lectern.check('citations', async () => {
  const { response, sources } = await generateText({ ...ask, include: { responseBody: true } });
  const [{ message }] = response.body.choices;
  lectern.expectCitation({ data: message });
  return sources.length > 0 ? 'as sources' : 'in the body of the response alone';
});
