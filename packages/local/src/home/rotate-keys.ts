import { resolve } from 'node:path';
import { createSealingKey, toKeySet } from '@lectern/service';
import { SuiteError } from '../suite-error.ts';
import { openHome } from './open-home.ts';
import { createSigningKeys, findSecrets, listAcceptedKeys, saveSecrets } from './secrets.ts';

/** The life of an internal token, and some difference between clocks. */
const acceptedAfterMs = 11 * 60_000;

/** More than anybody makes between two starts of the suite. */
const maxCredentialKeys = 8;

export interface RotatedKeys {
  /** Ids of the keys that sign from now on. */
  readonly keyIds: readonly string[];
  /** Until when tokens of the keys before are valid. */
  readonly previousAcceptedUntil: Date;
}

/**
 * Makes new signing keys for a home whose suite is stopped. The public halves of the keys before
 * stay until their tokens have run out.
 *
 * @throws SuiteError when the folder is no home, or its suite runs.
 */
export async function rotateKeys(folder: string): Promise<RotatedKeys> {
  const path = resolve(folder);
  if (!(await findSecrets(path))) throw new SuiteError(`${path} is no home of a suite.`);
  const { secrets, lock } = await openHome(path);
  try {
    const previousAcceptedUntil = new Date(Date.now() + acceptedAfterMs);
    const acceptedUntil = previousAcceptedUntil.toISOString();
    const signing = toKeySet(Object.values(secrets.signingKeys)).keys;
    const accepted = new Set(listAcceptedKeys(secrets).map(({ kid }) => kid));
    const signingKeys = await createSigningKeys();
    await saveSecrets(path, {
      ...secrets,
      signingKeys,
      // llm, mcp and rag seal anew what older keys sealed when they start.
      credentialKeys: [createSealingKey(), ...secrets.credentialKeys].slice(0, maxCredentialKeys),
      retiredKeys: [
        ...(secrets.retiredKeys ?? []).filter(({ key }) => accepted.has(key.kid)),
        ...signing.map((key) => ({ key, acceptedUntil })),
      ],
    });
    const keyIds = Object.values(signingKeys).flatMap(({ kid }) => kid ?? []);
    return { keyIds, previousAcceptedUntil };
  } finally {
    await lock.release();
  }
}
