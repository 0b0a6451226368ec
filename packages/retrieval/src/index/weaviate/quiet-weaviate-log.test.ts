import { expect, it } from '@jest/globals';
import { quietWeaviateLog } from './quiet-weaviate-log.ts';

it("keeps the client's notices of retries off the console, and nothing else", () => {
  const printed: unknown[][] = [];
  const output = { warn: (...parts: unknown[]) => void printed.push(parts) };
  quietWeaviateLog(output);
  output.warn(new Error('14 UNAVAILABLE'), 'Attempt 2 failed. Retrying in 200ms.');
  output.warn(new Error('14 UNAVAILABLE'), 'Healthcheck 1 failed. Retrying in 200ms.');
  output.warn('client is configured for authentication, but server is not');
  output.warn(new Error('broken'), 'Attempted in vain');
  expect(printed).toEqual([
    ['client is configured for authentication, but server is not'],
    [new Error('broken'), 'Attempted in vain'],
  ]);
});
