import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { BundleError } from '../bundle-error.ts';

/** First bytes of a file that age has encrypted. */
const ageHead = Buffer.from('age-encryption.org/v1');

/**
 * Encrypts a stream by age for public keys (`age1…`); each of their private keys can read it.
 * @throws BundleError for a text that is no public key.
 */
export async function encrypt(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new BundleError(`${recipient} is no public key of age (age1…).`, { cause });
    }
  }
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/**
 * Decrypts a stream with a private key (`AGE-SECRET-KEY-1…`); a stream that is not encrypted stays
 * as it is.
 * @throws BundleError when the key is missing or does not fit.
 */
export async function decrypt(input: Readable, identity: string | undefined): Promise<Readable> {
  const [head, whole] = await peek(input, ageHead.length);
  if (!head.equals(ageHead)) return whole;
  const [key] = identity?.match(/^AGE-SECRET-KEY-\S+$/m) ?? [];
  if (!key) throw new BundleError('The archive is encrypted. Give the private key of age.');
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
    return explainDamage(fromWeb(await decrypter.decrypt(toWeb(whole))));
  } catch (cause) {
    throw new BundleError(
      `The archive cannot be decrypted with the key of ${await describeKey(key)}.`,
      { cause },
    );
  }
}

function explainDamage(plain: Readable): Readable {
  return Readable.from(
    (async function* () {
      try {
        yield* plain;
      } catch (cause) {
        throw new BundleError('The encrypted archive is damaged or incomplete.', { cause });
      }
    })(),
  );
}

async function describeKey(key: string): Promise<string> {
  return identityToRecipient(key).catch(() => 'a damaged file');
}

/** Returns the first bytes of a stream, and a stream that still has them. */
async function peek(input: Readable, count: number): Promise<[Buffer, Readable]> {
  const iterator = input[Symbol.asyncIterator]();
  const pieces: Buffer[] = [];
  let length = 0;
  while (length < count) {
    const { value, done } = await iterator.next();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  const begin = Buffer.concat(pieces);
  const whole = Readable.from(
    (async function* () {
      yield begin;
      yield* { [Symbol.asyncIterator]: () => iterator };
    })(),
  );
  return [begin.subarray(0, count), whole.pipe(new PassThrough())];
}

function toWeb(stream: Readable) {
  // The types of the platform and of Node describe the same stream.
  return Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream);
}
