import { describe, expect, it } from '@jest/globals';
import { JoinedRecords } from './joined-records.ts';
import type { Fetched, OutsideCall } from './outside-service.ts';

const call: OutsideCall = {
  organisationId: 'o1',
  signal: new AbortController().signal,
  maxAttempts: 1,
  backoff: 'linear',
};
const times = (count: number) => Array.from({ length: count }, (_, index) => String(index));

/** Requests whose turns and answers come when the test says so. */
function startRequests() {
  const requests: Array<{
    readonly organisationId: string;
    readonly leave: () => readonly string[];
    readonly answer: (ids: readonly string[]) => void;
  }> = [];
  const records = new JoinedRecords<readonly string[]>((takeIds, { organisationId }) => {
    const { promise, resolve } = Promise.withResolvers<Fetched<readonly string[]>>();
    const answer = (value: readonly string[]) =>
      resolve({ raw: value.join(), value, fetchedAt: new Date() });
    requests.push({ organisationId, leave: takeIds, answer });
    return promise;
  });
  return { records, requests };
}

describe('records that are asked for', () => {
  it('go in one request, however many callers wait for its turn', async () => {
    const { records, requests } = startRequests();
    const calls = times(200).map((id) => records.fetch([id], call));
    expect(requests).toHaveLength(1);
    const ids = requests[0]?.leave() ?? [];
    expect(ids).toEqual(times(200));
    requests[0]?.answer(ids);
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set([ids]));
  });

  it('wait for the next request where theirs would be too long, or has left without them', () => {
    const { records, requests } = startRequests();
    void records.fetch(times(199), call);
    void records.fetch(['a', 'b'], call);
    void records.fetch(['c'], call);
    expect(requests.map(({ leave }) => leave().length)).toEqual([200, 2]);
    void records.fetch(['d'], call);
    void records.fetch(['a'], call);
    expect(requests.slice(2).map(({ leave }) => leave())).toEqual([['d']]);
  });

  it('are never shared between organisations', () => {
    const { records, requests } = startRequests();
    void records.fetch(['a'], call);
    void records.fetch(['a'], { ...call, organisationId: 'o2' });
    expect(requests.map(({ organisationId, leave }) => [organisationId, ...leave()])).toEqual([
      ['o1', 'a'],
      ['o2', 'a'],
    ]);
  });
});
