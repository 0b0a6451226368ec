import { describe, expect, it } from '@jest/globals';
import {
  compareConnections,
  compareHandles,
  compareIndexFiles,
  compareMemory,
  findGrowth,
  findMore,
  findMoreFiles,
} from './judge-samples.ts';
import type { Sample } from './sampler.ts';

interface Reading {
  readonly memory?: number;
  readonly handles?: number;
  readonly connections?: number;
  readonly indexFiles?: number;
  readonly isQuiet?: boolean;
}

function sample(
  quarter: number,
  { memory = 1_000, handles = 20, connections = 3, indexFiles = 8, isQuiet = true }: Reading = {},
): Sample {
  const figures = {
    memory,
    privateMemory: memory,
    handles,
    indexFiles,
    sockets: 5,
    children: 0,
  };
  return {
    quarter,
    isQuiet,
    processes: new Map([['rag', figures]]),
    connections: new Map([['lectern-rag', connections]]),
  };
}

describe('memory', () => {
  it.each([
    [1_100, []],
    [1_101, ['rag: 1.0 → 1.1 MiB', 'all: 1.0 → 1.1 MiB']],
  ])('of 1,000 KiB may become 1,100: %i', (last, growth) => {
    const samples = [sample(2), sample(3, { memory: 5_000 }), sample(4, { memory: last })];
    expect(findGrowth(compareMemory(samples))).toEqual(growth);
  });

  it('is the mean of a quarter', () => {
    const samples = [sample(2), sample(4, { memory: 1_300 }), sample(4, { memory: 800 })];
    expect(compareMemory(samples).at(-1)).toEqual({ name: 'all', before: 1_000, after: 1_050 });
  });

  it('that nobody measured is no proof', () => {
    expect(findGrowth(compareMemory([sample(4)]))).toHaveLength(2);
  });
});

describe('handles and connections', () => {
  it('count only when it is quiet, by the least', () => {
    const samples = [
      sample(2),
      sample(4, { handles: 10, isQuiet: false }),
      sample(4, { handles: 40 }),
      sample(4, { handles: 30 }),
    ];
    expect(findMore(compareHandles(samples, 'handles'))).toEqual(['rag: 20 → 30']);
  });

  it('may differ by what pools hold', () => {
    const few = [sample(2), sample(4, { connections: 7 })];
    expect(findMore(compareConnections(few))).toEqual([]);
    const more = [sample(2), sample(4, { connections: 8 })];
    expect(findMore(compareConnections(more))).toEqual(['lectern-rag: 3 → 8']);
  });

  it('may be fewer at the end', () => {
    const samples = [sample(2), sample(4, { handles: 19, connections: 2 })];
    expect(findMore(compareHandles(samples, 'handles'))).toEqual([]);
    expect(findMore(compareConnections(samples))).toEqual([]);
  });

  it('are judged by the most where the index keeps files open', () => {
    const full = [sample(2), sample(2, { indexFiles: 2 }), sample(4, { indexFiles: 10 })];
    expect(findMoreFiles(compareIndexFiles(full))).toEqual([]);
    const fuller = [...full, sample(4, { indexFiles: 11, isQuiet: false })];
    expect(findMoreFiles(compareIndexFiles(fuller))).toEqual(['rag: 8 → 11']);
  });

  it('that nobody counted are no proof', () => {
    expect(findMore(compareHandles([sample(2)], 'handles'))).toHaveLength(1);
  });
});
