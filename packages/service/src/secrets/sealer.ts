import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

export interface SealingKey {
  /** Names the key in sealed texts. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Encrypts small texts for a database, each bound to its place. */
export interface Sealer {
  /** `place` identifies where the text is stored; it opens nowhere else. */
  seal(text: string, place: string): string;
  /** @throws Error when the text was changed, belongs elsewhere, or its key is missing. */
  open(sealed: string, place: string): string;
  /** Returns whether the text was sealed with an older key than the current one. */
  isOutdated(sealed: string): boolean;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** Keys as `id:key` in base64url, separated by commas: the first one seals, all of them open. */
export const sealingKeysSchema = z.string().transform((text, context): readonly SealingKey[] => {
  const keys = text.split(',').map((entry) => {
    const [id = '', key = ''] = entry.trim().split(':');
    return { id, key: Buffer.from(key, 'base64url') };
  });
  if (keys.every(({ id, key }) => /^\w{1,40}$/.test(id) && key.length === 32)) return keys;
  context.addIssue({ code: 'custom', message: 'must be id:key, keys of 32 bytes in base64url' });
  return z.NEVER;
});

/** Creates a key in the form of {@link sealingKeysSchema}. */
export function createSealingKey(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64url')}`;
}

export function createSealer(keys: readonly SealingKey[]): Sealer {
  const [newest] = keys;
  if (!newest) throw new Error('A sealer needs a key.');
  const keyIdOf = (sealed: string) => sealed.split('.')[1];
  return {
    seal(text, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, newest.key, iv).setAAD(Buffer.from(place));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([iv, content, cipher.getAuthTag()]).toString('base64url');
      return `${version}.${newest.id}.${sealed}`;
    },
    open(sealed, place) {
      const [form, id, content = ''] = sealed.split('.');
      const key = keys.find((known) => known.id === id);
      if (form !== version || !key) throw new Error('The key that sealed this text is missing.');
      const bytes = Buffer.from(content, 'base64url');
      const decipher = createDecipheriv(algorithm, key.key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-tagBytes));
      const middle = bytes.subarray(ivBytes, -tagBytes);
      return Buffer.concat([decipher.update(middle), decipher.final()]).toString('utf8');
    },
    isOutdated: (sealed) => keyIdOf(sealed) !== newest.id,
  };
}
