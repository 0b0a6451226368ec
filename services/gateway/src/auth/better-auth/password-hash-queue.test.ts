import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import {
  owner as account,
  addOwner,
  publicUrl,
  startGateway,
} from '../../../test/start-gateway.ts';
import { hashAsTryFor, queuePasswordHashes } from './password-hash-queue.ts';

/** Creates a hasher that records its calls and waits until it is released. */
function heldHasher() {
  const held = Promise.withResolvers<boolean>();
  const started: string[] = [];
  return {
    started,
    end: () => held.resolve(false),
    hasher: {
      hash: async (password: string) => {
        started.push(password);
        return `of ${password}`;
      },
      verify: ({ hash }: { hash: string }) => {
        started.push(hash);
        return held.promise;
      },
    },
  };
}

describe('queuePasswordHashes', () => {
  it('checks two passwords at once, and the next of an account after one of another', async () => {
    const { hasher, started, end } = heldHasher();
    const { verify } = queuePasswordHashes(hasher);
    const tries = ['ada', 'ada', 'ada', 'ada', 'ben'].map((hash) => verify({ hash, password: '' }));
    expect(started).toEqual(['ada', 'ada']);
    end();
    await Promise.all(tries);
    expect(started).toEqual(['ada', 'ada', 'ada', 'ben', 'ada']);
  });

  it('sets a new password after one try at most, also of an account that does not exist', async () => {
    const { hasher, started } = heldHasher();
    const { hash } = queuePasswordHashes(hasher);
    const tries = ['1', '2', '3', '4', '5'].map((guess) =>
      hashAsTryFor('nobody', () => hash(guess)),
    );
    const made = hash('new');
    await Promise.all([...tries, made]);
    expect(started).toEqual(['1', '2', '3', 'new', '4', '5']);
  });

  it('has tries for known and for unknown addresses wait alike', async () => {
    const { hasher, started, end } = heldHasher();
    await using gateway = await startGateway({}, { passwordHasher: hasher });
    end();
    await addOwner(gateway);
    const signIn = (email: string) =>
      fetch(`${gateway.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl },
        body: JSON.stringify({ email, password: 'a guess of theirs' }),
      });
    started.length = 0;
    const answers = [await signIn(account.email), await signIn('nobody@example.org')];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(started).toHaveLength(2);
  });

  it('has nothing to do for a password link that does not work', async () => {
    const { hasher, started } = heldHasher();
    await using gateway = await startGateway({}, { passwordHasher: hasher });
    const answer = await fetch(`${gateway.url}/api/password-resets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl },
      body: JSON.stringify({ token: 'no-link-of-ours', password: 'a password of theirs' }),
    });
    expect([answer.status, started]).toEqual([403, []]);
  });

  it('is what signing in waits for', async () => {
    const { hasher, started, end } = heldHasher();
    await using gateway = await startGateway({}, { passwordHasher: hasher });
    const { key } = await addOwner(gateway);
    started.length = 0;
    const tries = Array.from({ length: 4 }, () =>
      fetch(`${gateway.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl },
        body: JSON.stringify({ email: account.email, password: 'difference-engine' }),
      }),
    );
    await eventually(() => started.length === 2);
    const me = await fetch(`${gateway.url}/api/me`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([me.status, started.length]).toEqual([200, 2]);
    end();
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});
