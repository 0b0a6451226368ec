import { expect, it } from '@jest/globals';
import { createSignatureCache, signatureOf } from './signature-cache.ts';
import { signWords } from './word-signature.ts';

it('sketches a chunk once, and each chunk by its own text', () => {
  const kept = createSignatureCache();
  const first = { id: 'a', text: 'pumps on the second floor' };
  const second = { id: 'b', text: 'valves below the roof' };
  const sketch = signatureOf(kept, first);
  expect(sketch).toEqual(signWords(first.text));
  expect(signatureOf(kept, first)).toBe(sketch);
  expect(signatureOf(kept, second)).toEqual(signWords(second.text));
});
