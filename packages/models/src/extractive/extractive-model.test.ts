import { describe, expect, it } from '@jest/globals';
import { createExtractiveModel } from './extractive-model.ts';

async function ask(question: string, text: string, evidence = 1): Promise<string> {
  const events = createExtractiveModel().generate(
    {
      messages: [],
      extractive: { question, query: question, evidence, sources: [{ title: 'Manual', text }] },
    },
    new AbortController().signal,
  );
  let answer = '';
  for await (const event of events) if (event.type === 'text') answer += event.text;
  return answer;
}

it('cites only its source, not what the sentence refers to itself', async () => {
  const text = 'The dam was built in 1936 as earlier work shows [2]. It is tall.';
  const answer = await ask('When was the dam built?', text);
  expect(answer).toBe('The dam was built in 1936 as earlier work shows (2). [1]');
});

it('abstains where the evidence is low', async () => {
  const text = 'The dam was built in 1936.';
  expect(await ask('When was the dam built?', text, 0.01)).toBe('');
});

describe('what a sentence introduces', () => {
  const manual = `# Controller HX-90 manual

To reset the controller:

1. Turn the key to 0.
2. Wait for ten seconds,
   until the lamp goes out.
   - The lamp is red.
3. Turn the key to 1.

The controller must be reset every month.`;

  it('is told with it, step by step', async () => {
    expect(await ask('How do I reset the controller HX-90?', manual)).toBe(
      [
        'To reset the controller: [1]',
        '1. Turn the key to 0. [1]',
        '2. Wait for ten seconds, until the lamp goes out. [1]',
        '   - The lamp is red. [1]',
        '3. Turn the key to 1. [1]',
      ].join('\n'),
    );
  });

  it('may stand below a heading', async () => {
    const text = '## Reset the controller\n\n- Turn the key to 0.\n- Turn it to 1.\n\nIt is grey.';
    expect(await ask('How do I reset the controller?', text)).toBe(
      'Reset the controller [1]\n- Turn the key to 0. [1]\n- Turn it to 1. [1]',
    );
  });

  it('is not what comes after other text', async () => {
    const text = 'To reset the controller, see this note:\n\nAsk the maker.\n\n- Turn the key.';
    expect(await ask('How do I reset the controller?', text)).not.toContain('Turn the key');
  });

  it('is a block of code, as it stands', async () => {
    const text =
      'Reset the controller with this command:\n\n```sh\nhx90 reset \\\n  --hard\n```\n\nThen wait.';
    expect(await ask('Which command resets the controller?', text)).toBe(
      'Reset the controller with this command: [1]\n```sh\nhx90 reset \\\n  --hard\n```',
    );
  });

  it('is left out where its code could be taken for citations', async () => {
    const text = 'Reset the controller with this command:\n\n```c\nreset(keys[1]);\n```';
    expect(await ask('Which command resets the controller?', text)).not.toContain('keys');
  });
});
