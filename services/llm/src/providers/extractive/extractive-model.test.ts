import { expect, it } from '@jest/globals';
import { createExtractiveModel } from './extractive-model.ts';

it('cites only its source, not what the sentence refers to itself', async () => {
  const text = 'The dam was built in 1936 as earlier work shows [2]. It is tall.';
  const events = createExtractiveModel().generate(
    {
      messages: [],
      question: 'When was the dam built?',
      sources: [{ title: 'Dams', text }],
    },
    new AbortController().signal,
  );
  let answer = '';
  for await (const event of events) if (event.type === 'text') answer += event.text;
  expect(answer).toBe('The dam was built in 1936 as earlier work shows (2). [1]');
});
