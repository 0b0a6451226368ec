import { describe, expect, it } from '@jest/globals';
import { createDocxWriter } from './write-docx.ts';

const manuscript = { title: 'Lamps', parts: [] } as unknown as Parameters<
  ReturnType<typeof createDocxWriter>
>[1];

describe('createDocxWriter', () => {
  it('lets no person and no organisation hold up the documents of others', async () => {
    const written: string[] = [];
    const held = Promise.withResolvers<void>();
    const write = createDocxWriter(async () => {
      await held.promise;
      return new Uint8Array();
    });
    const { signal } = new AbortController();
    const ask = (organisationId: string, userId: string) =>
      write({ organisationId, userId }, manuscript, signal).then(() =>
        written.push(organisationId),
      );
    const all = [ask('lamps', 'ada'), ask('lamps', 'ada'), ask('lamps', 'ada')];
    await expect(ask('lamps', 'ada')).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retry_after: expect.any(Number) },
    });
    all.push(...['ben', 'ben', 'cleo', 'cleo'].map((person) => ask('lamps', person)));
    await expect(ask('lamps', 'dora')).rejects.toMatchObject({ code: 'rate_limited' });
    all.push(ask('harbour', 'eve'));
    held.resolve();
    await Promise.all(all);
    expect(written.indexOf('harbour')).toBe(2);
  });

  it('is left by who goes away before the turn', async () => {
    const held = Promise.withResolvers<Uint8Array>();
    const write = createDocxWriter(() => held.promise);
    const owner = { organisationId: 'lamps', userId: 'ada' };
    const first = write(owner, manuscript, new AbortController().signal);
    const leaving = new AbortController();
    const left = write(owner, manuscript, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    held.resolve(new Uint8Array());
    await first;
  });
});
