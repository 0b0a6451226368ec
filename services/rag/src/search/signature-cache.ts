import { LRUCache } from 'lru-cache';
import { signWords, type WordSignature } from './word-signature.ts';

/** Word signatures of passages from earlier searches, by chunk: a chunk's text never changes. */
export type SignatureCache = LRUCache<string, WordSignature>;

/** Each takes about 500 bytes. */
const maxSketches = 20_000;

export function createSignatureCache(): SignatureCache {
  return new LRUCache({ max: maxSketches });
}

export function signatureOf(
  kept: SignatureCache,
  { id, text }: { readonly id: string; readonly text: string },
): WordSignature {
  const known = kept.get(id);
  if (known) return known;
  const sketch = signWords(text);
  kept.set(id, sketch);
  return sketch;
}
