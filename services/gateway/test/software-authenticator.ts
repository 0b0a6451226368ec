import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Options that the gateway sends to a browser. */
export interface PasskeyOptions {
  readonly challenge: string;
}

export interface SoftwareAuthenticator {
  readonly id: string;
  /** Origin of the page. */
  origin: string;
  /** Site to which signatures are bound. */
  site: string;
  /** True if the device verified its user. */
  isVerifying: boolean;
  counter: number;
  register(options: PasskeyOptions): object;
  prove(options: PasskeyOptions): object;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Creates a passkey (ES256, no attestation) of a simulated device. */
export function createAuthenticator(origin: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const writeClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: device.origin, crossOrigin: false }));
  const writeData = (flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    const present = flags | 0x01 | (device.isVerifying ? 0x04 : 0);
    return Buffer.concat([sha256(device.site), Buffer.from([present]), counter]);
  };
  const answer = (response: Record<string, Buffer>) => ({
    id: device.id,
    rawId: device.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  });

  const device: SoftwareAuthenticator = {
    id: id.toString('base64url'),
    origin,
    site: new URL(origin).hostname,
    isVerifying: true,
    counter: 0,
    register({ challenge }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // A COSE key: EC2, ES256, P-256.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        writeBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        writeBytes(Buffer.from(y, 'base64url')),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([writeData(0x40), Buffer.alloc(16), length, id, key]);
      return answer({
        clientDataJSON: writeClientData('webauthn.create', challenge),
        attestationObject: Buffer.concat([
          Buffer.from([0xa3]),
          ...[writeText('fmt'), writeText('none'), writeText('attStmt'), Buffer.from([0xa0])],
          ...[writeText('authData'), writeBytes(data)],
        ]),
      });
    },
    prove({ challenge }) {
      device.counter += 1;
      const clientDataJSON = writeClientData('webauthn.get', challenge);
      const authenticatorData = writeData(0);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      return answer({
        clientDataJSON,
        authenticatorData,
        signature: sign('sha256', signed, privateKey),
      });
    },
  };
  return device;
}

/** CBOR byte string of at most 255 bytes. */
const writeBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const writeText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
