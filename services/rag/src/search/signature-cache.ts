import { LRUCache } from 'lru-cache';
import { signWords, type WordSignature } from './word-signature.ts';

/** Sketches of passages that earlier searches found, by chunk: a chunk's text never changes. */
export type SignatureCache = LRUCache<string, WordSignature>;

/** Each takes some 500 bytes. */
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
