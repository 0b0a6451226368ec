import { expect, it } from '@jest/globals';
import { createKeptSketches, sketchOf } from './kept-sketches.ts';
import { sketchWords } from './word-sketch.ts';

it('sketches a chunk once, and each chunk by its own text', () => {
  const kept = createKeptSketches();
  const first = { id: 'a', text: 'pumps on the second floor' };
  const second = { id: 'b', text: 'valves below the roof' };
  const sketch = sketchOf(kept, first);
  expect(sketch).toEqual(sketchWords(first.text));
  expect(sketchOf(kept, first)).toBe(sketch);
  expect(sketchOf(kept, second)).toEqual(sketchWords(second.text));
});
