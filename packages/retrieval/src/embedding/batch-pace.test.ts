import { expect, it } from '@jest/globals';
import { BatchPace } from './batch-pace.ts';

const create = () => new BatchPace({ maxTexts: 64, maxWaitMs: 20_000 });

it('stays where an answer takes more than a quarter of the wait', () => {
  const pace = create();
  pace.recordAnswer(8, 5_001);
  expect(pace.texts).toBe(8);
  pace.recordAnswer(8, 5_000);
  expect(pace.texts).toBe(16);
});

it('learns nothing from a request of fewer texts', () => {
  const pace = create();
  pace.recordAnswer(1, 10);
  expect(pace.texts).toBe(8);
});

it('comes back after a delay by eight quick answers in a row', () => {
  const pace = create();
  pace.recordTimeout(8);
  for (let at = 0; at < 7; at += 1) pace.recordAnswer(4, 10);
  expect(pace.texts).toBe(4);
  pace.recordAnswer(4, 6_000);
  for (let at = 0; at < 7; at += 1) pace.recordAnswer(4, 10);
  expect(pace.texts).toBe(4);
  pace.recordAnswer(4, 10);
  expect(pace.texts).toBe(8);
});

it('does not grow past the most, nor shrink under one', () => {
  const pace = create();
  for (let at = 0; at < 9; at += 1) pace.recordAnswer(pace.texts, 10);
  expect(pace.texts).toBe(64);
  for (let at = 0; at < 9; at += 1) pace.recordTimeout(pace.texts);
  expect(pace.texts).toBe(1);
});
