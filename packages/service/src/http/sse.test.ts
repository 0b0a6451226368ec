import { describe, expect, it } from '@jest/globals';
import { wantsEvents } from './sse.ts';

describe('wantsEvents', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json, text/event-stream', true],
    ['Text/Event-Stream;q=0.5', true],
    ['text/event-stream;q=0, application/json', false],
    ['text/event-stream; q=0.00', false],
    ['text/event-streams', false],
    ['*/*', false],
    [undefined, false],
  ])('reads Accept: %s', (accept, wanted) => {
    expect(wantsEvents({ headers: { accept } })).toBe(wanted);
  });
});
