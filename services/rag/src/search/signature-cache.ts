import { LRUCache } from 'lru-cache';
import { signWords, type WordSignature } from './word-signature.ts';

/** Word signatures of passages from earlier searches, by edit or else by chunk, whose texts never change. */
export type SignatureCache = LRUCache<string, WordSignature>;

/** Each takes about 500 bytes. */
const maxSignatures = 20_000;

export function createSignatureCache(): SignatureCache {
  return new LRUCache({ max: maxSignatures });
}

interface SignedChunk {
  readonly id: string;
  readonly edit_id?: string | null;
  readonly text: string;
}

export function signatureOf(
  kept: SignatureCache,
  { id, edit_id, text }: SignedChunk,
): WordSignature {
  const key = edit_id ?? id;
  const known = kept.get(key);
  if (known) return known;
  const signature = signWords(text);
  kept.set(key, signature);
  return signature;
}
