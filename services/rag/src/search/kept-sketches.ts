import { LRUCache } from 'lru-cache';
import { sketchWords, type WordSketch } from './word-sketch.ts';

/** Sketches of passages that earlier searches found, by chunk: a chunk's text never changes. */
export type KeptSketches = LRUCache<string, WordSketch>;

/** Each takes some 500 bytes. */
const maxSketches = 20_000;

export function createKeptSketches(): KeptSketches {
  return new LRUCache({ max: maxSketches });
}

export function sketchOf(
  kept: KeptSketches,
  { id, text }: { readonly id: string; readonly text: string },
): WordSketch {
  const known = kept.get(id);
  if (known) return known;
  const sketch = sketchWords(text);
  kept.set(id, sketch);
  return sketch;
}
