import { describe, expect, it } from '@jest/globals';
import type { OutsideCall } from './outside-service.ts';
import { SameRequests } from './same-requests.ts';

const request = { tool: 'esearch', query: 'fever' };

function startRequests() {
  const requests = new SameRequests<string>();
  const begun: Array<PromiseWithResolvers<string> & { readonly call: OutsideCall }> = [];
  const ask = (of: object, more: Partial<OutsideCall> = {}) => {
    const { signal } = new AbortController();
    const call = { organisationId: 'o1', signal, maxAttempts: 1, backoff: 'linear' as const };
    return requests.ask(of, { ...call, ...more }, (own) => {
      const work = { ...Promise.withResolvers<string>(), call: own };
      begun.push(work);
      return work.promise;
    });
  };
  return { ask, begun };
}

describe('the same request', () => {
  it('is made once for all who wait for it, and anew for who comes behind its answer', async () => {
    const { ask, begun } = startRequests();
    const waiting = [ask(request), ask({ ...request }), ask(request)];
    expect(begun).toHaveLength(1);
    begun[0]?.resolve('found');
    expect(await Promise.all(waiting)).toEqual(['found', 'found', 'found']);
    void ask(request);
    expect(begun).toHaveLength(2);
  });

  it('is made for each organisation, and for each way of asking', () => {
    const { ask, begun } = startRequests();
    void ask(request);
    void ask(request, { organisationId: 'o2' });
    void ask(request, { askingMs: 500 });
    void ask({ ...request, query: 'cough' });
    expect(begun).toHaveLength(4);
  });

  it('is made anew for who comes when all others have left', async () => {
    const { ask, begun } = startRequests();
    const leaving = new AbortController();
    const left = ask(request, { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(begun[0]?.call.signal.aborted).toBe(true);
    const later = ask(request);
    expect(begun).toHaveLength(2);
    begun[0]?.reject(new Error('left'));
    begun[1]?.resolve('found');
    expect(await later).toBe('found');
  });
});
