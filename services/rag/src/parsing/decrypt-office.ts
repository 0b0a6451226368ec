import { createDecipheriv, createHash } from 'node:crypto';
import { isCompoundFile, readCompoundFile } from './compound-file.ts';
import { ParseFailure } from './parse-failure.ts';
import { readXml } from './read-xml.ts';

/** Excel encrypts with this password if only the structure is protected. */
const builtInPassword = 'VelvetSweatshop';
/** Office writes fewer rounds; more would only exhaust the processor. */
const maxRounds = 1_000_000;

/** Returns true for an encrypted Office document (DOCX, XLSX, PPTX). */
export async function isEncryptedOffice(bytes: Buffer): Promise<boolean> {
  if (!isCompoundFile(bytes)) return false;
  return (await readCompoundFile(bytes)).rootNames.includes('EncryptedPackage');
}

/**
 * Decrypts the zip container of an encrypted Office file (ECMA-376 standard and agile encryption).
 * @throws ParseFailure `password_required` without the right password.
 */
export async function decryptOffice(bytes: Buffer, password: string | undefined): Promise<Buffer> {
  const file = await readCompoundFile(bytes);
  const info = file.find('EncryptionInfo');
  const encrypted = file.find('EncryptedPackage');
  if (info === undefined || encrypted === undefined || encrypted.length < 8) {
    throw new ParseFailure('unreadable', 'The file is damaged: its encryption cannot be read.');
  }
  const isAgile = info.readUInt16LE(0) === 4 && info.readUInt16LE(2) === 4;
  for (const candidate of [password ?? builtInPassword, builtInPassword]) {
    const content = isAgile
      ? decryptAgile(info.subarray(8), encrypted, candidate)
      : decryptStandard(info, encrypted, candidate);
    if (content !== undefined) return content.subarray(0, encrypted.readUInt32LE(0));
  }
  throw new ParseFailure(
    'password_required',
    password === undefined
      ? 'The file is encrypted. Enter its password.'
      : 'The password does not open the file.',
  );
}

interface KeyParameters {
  readonly salt: Buffer;
  readonly hash: string;
  readonly keyBytes: number;
  readonly blockBytes: number;
}

const segmentBytes = 4096;

/**
 * Decrypts by ECMA-376 part 4 (MS-OFFCRYPTO 2.3.4.10 ff.); returns undefined for a wrong password.
 */
function decryptAgile(xml: Buffer, encrypted: Buffer, password: string): Buffer | undefined {
  let data: Record<string, string> = {};
  let key: Record<string, string> = {};
  readXml(xml, {
    open(name, attributes) {
      if (name === 'keyData') data = attributes;
      else if (name.endsWith(':encryptedKey')) key = attributes;
    },
  });
  const parameters = readParameters(key);
  const rounds = Number(key.spinCount);
  if (!(rounds <= maxRounds))
    throw new ParseFailure('unreadable', 'The encryption of the file is not supported.');
  const base = spin(password, { ...parameters, rounds });
  const open = (purpose: string, value: string | undefined) =>
    decipher(
      fit(digest(parameters.hash, base, Buffer.from(purpose, 'hex')), parameters.keyBytes),
      parameters.salt,
      Buffer.from(value ?? '', 'base64'),
    );
  const check = open('fea7d2763b4b9e79', key.encryptedVerifierHashInput);
  const expected = open('d7aa0f6d3061344e', key.encryptedVerifierHashValue);
  const found = digest(parameters.hash, check.subarray(0, parameters.salt.length));
  if (!expected.subarray(0, found.length).equals(found)) return undefined;

  const secret = open('146e0be7abacd0d6', key.encryptedKeyValue).subarray(0, parameters.keyBytes);
  const content = readParameters(data);
  const segments: Buffer[] = [];
  for (let at = 8, segment = 0; at < encrypted.length; at += segmentBytes, segment += 1) {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(segment);
    const vector = fit(digest(content.hash, content.salt, number), content.blockBytes);
    segments.push(decipher(secret, vector, encrypted.subarray(at, at + segmentBytes)));
  }
  return Buffer.concat(segments);
}

function readParameters(attributes: Record<string, string>): KeyParameters {
  if (attributes.cipherAlgorithm !== 'AES' || attributes.cipherChaining !== 'ChainingModeCBC') {
    throw new ParseFailure('unreadable', 'The encryption of the file is not supported.');
  }
  return {
    salt: Buffer.from(attributes.saltValue ?? '', 'base64'),
    hash: (attributes.hashAlgorithm ?? '').toLowerCase().replace('-', ''),
    keyBytes: Number(attributes.keyBits) / 8,
    blockBytes: Number(attributes.blockSize),
  };
}

/** Decrypts by MS-OFFCRYPTO 2.3.4.5 ff.: AES in ECB mode, SHA-1, 50,000 rounds. */
function decryptStandard(info: Buffer, encrypted: Buffer, password: string): Buffer | undefined {
  const headerBytes = info.readUInt32LE(8);
  const keyBytes = info.readUInt32LE(12 + 16) / 8;
  const verifier = info.subarray(12 + headerBytes);
  const salt = verifier.subarray(4, 20);
  const base = spin(password, { hash: 'sha1', salt, rounds: 50_000 });
  const block = digest('sha1', base, Buffer.alloc(4));
  const derive = (fill: number) => {
    const pad = Buffer.alloc(64, fill);
    for (const [at, byte] of block.entries()) pad[at] = (pad[at] as number) ^ byte;
    return digest('sha1', pad);
  };
  const key = Buffer.concat([derive(0x36), derive(0x5c)]).subarray(0, keyBytes);
  const expected = decipher(key, null, verifier.subarray(40, 72)).subarray(0, 20);
  const check = digest('sha1', decipher(key, null, verifier.subarray(20, 36)));
  if (!expected.equals(check)) return undefined;
  const whole = encrypted.length - 8 - ((encrypted.length - 8) % 16);
  return decipher(key, null, encrypted.subarray(8, 8 + whole));
}

interface Spinning {
  readonly hash: string;
  readonly salt: Buffer;
  readonly rounds: number;
}

function spin(password: string, { hash, salt, rounds }: Spinning): Buffer {
  let value = digest(hash, salt, Buffer.from(password, 'utf16le'));
  const number = Buffer.alloc(4);
  for (let round = 0; round < rounds; round += 1) {
    number.writeUInt32LE(round);
    value = digest(hash, number, value);
  }
  return value;
}

function digest(hash: string, ...parts: readonly Buffer[]): Buffer {
  const state = createHash(hash);
  for (const part of parts) state.update(part);
  return state.digest();
}

function decipher(key: Buffer, vector: Buffer | null, bytes: Buffer): Buffer {
  const mode = vector === null ? 'ecb' : 'cbc';
  const state = createDecipheriv(
    `aes-${key.length * 8}-${mode}`,
    key,
    vector?.subarray(0, 16) ?? null,
  );
  state.setAutoPadding(false);
  return Buffer.concat([state.update(bytes), state.final()]);
}

/** Truncates or pads a value to a length, as the standard defines it. */
function fit(value: Buffer, length: number): Buffer {
  return value.length >= length
    ? value.subarray(0, length)
    : Buffer.concat([value, Buffer.alloc(length - value.length, 0x36)]);
}
