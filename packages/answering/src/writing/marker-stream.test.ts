import { describe, expect, it } from '@jest/globals';
import { listCited, withoutMarkers } from '@lectern/models';
import { MarkerStream } from './marker-stream.ts';

const long = (piece: string) => `x${piece.repeat(40_000 / piece.length)}x`;

describe('a long text of a model', () => {
  it.each([
    ['open brackets', listCited, ['[ ', ' ', '[1 ']],
    ['white space', withoutMarkers, [' ', '\t', '\n']],
    ['streamed white space', (text: string) => stream(text), [' ', '[ ', '\n']],
  ])('of %s is read in well under a second', (_what, read, pieces) => {
    const before = process.cpuUsage();
    for (const piece of pieces) read(long(piece));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

function stream(text: string): void {
  const markers = new MarkerStream(
    () => true,
    () => {},
  );
  markers.push(text);
  markers.end();
}
