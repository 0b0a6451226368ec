import { describe, expect, it } from '@jest/globals';
import { readFrontEndTask } from './front-end-task.ts';

const history =
  '### Chat History:\n<chat_history>\nUSER: How tall is the Eiffel Tower?\nASSISTANT: 330 metres.\n</chat_history>';
const ask = (output: string) =>
  `### Task:\nDo something with the chat history.\n### Output:\nJSON format: ${output}\n### Examples:\n- { "title": "Trends" }\n${history}`;
const read = (text: string) => readFrontEndTask([{ role: 'user', text }]);

describe('a chore of a chat program', () => {
  it.each([
    ['{ "title": "your title" }', { title: 'How tall is the Eiffel Tower?' }],
    ['{ "tags": ["tag1", "tag2"] }', { tags: ['General'] }],
    ['{ "follow_ups": ["Question 1?"] }', { follow_ups: [] }],
    ['{ "queries": ["query1"] }', { queries: ['How tall is the Eiffel Tower?'] }],
    ['{ "text": "<your_completion>" }', { text: '' }],
  ])('of Open WebUI is answered without a model: %s', (output, expected) => {
    expect(JSON.parse(read(ask(output))?.fallback ?? '')).toEqual(expected);
  });

  it('hands the whole prompt to a model', () => {
    const prompt = ask('{ "title": "your title" }');
    expect(read(prompt)?.prompt).toBe(prompt);
  });

  it('of LibreChat is a plain title', () => {
    const text =
      'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nUser: Where is the tower?\nAI: In Paris.';
    expect(read(text)?.fallback).toBe('Where is the tower?');
  });

  it('is told by the rules of a template', () => {
    const rules = 'You will generate a short title based on the first message.';
    const found = readFrontEndTask([
      { role: 'system', text: rules },
      { role: 'user', text: 'Where is the tower?' },
    ]);
    expect(found?.fallback).toBe('Where is the tower?');
  });

  it.each(['What is the title of the report?', 'How do I write a title page?', '### Task: none'])(
    'is no question: %s',
    (text) => expect(read(text)).toBeUndefined(),
  );
});
