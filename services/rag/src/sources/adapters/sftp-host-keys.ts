import { createHash } from 'node:crypto';
import ssh2, { type ServerHostKeyAlgorithm } from 'ssh2';
import { type ConnectedSource, invalidField, type SourceContext } from '../source-adapter.ts';

/** A server may have a key of each; rclone chooses among those that it has. */
const algorithms: readonly ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
];
const answerMs = 15_000;
/** Type and value of each key, as in `known_hosts`. */
const keysPattern = /^([a-z0-9-]+ [A-Za-z0-9+/]+={0,2}(,\s*|\s+|$))+$/;

type Options = ConnectedSource<'rclone'>['settings']['config'];

/** @throws AppError `invalid_request` */
export function requireHostKeyForm({ type, host_key: hostKey }: Options): void {
  if (hostKey === undefined || (type === 'sftp' && keysPattern.test(hostKey.trim()))) return;
  throw invalidField('settings.config.host_key', 'must be keys of an SFTP server');
}

/**
 * Requires that a person has confirmed the key of an SFTP server.
 * @throws AppError `invalid_request` whose details have the `host_keys` to confirm.
 */
export async function requireConfirmedKey(options: Options, context: SourceContext): Promise<void> {
  if (options.type !== 'sftp' || options.host_key) return;
  const [address] = await context.guard.findAddresses(options.host ?? '').catch(() => []);
  const server = { host: address?.address ?? '', port: Number(options.port || 22) };
  const found = address
    ? await Promise.all(algorithms.map((algorithm) => readHostKey(server, algorithm)))
    : [];
  const keys = found.flatMap((key) => (key ? [describeKey(key)] : []));
  if (keys.length === 0) {
    const problem = 'cannot be reached to read its key';
    throw invalidField('settings.config.host', problem, { rule: 'unreachable' });
  }
  const shown = keys.map(({ type, fingerprint }) => `${type} ${fingerprint}`).join(', ');
  const problem = `must be confirmed; the server has ${shown}`;
  throw invalidField('settings.config.host_key', problem, { host_keys: keys });
}

/** Reads a key without signing in; undefined: the server has none of this kind. */
function readHostKey(
  server: { readonly host: string; readonly port: number },
  algorithm: ServerHostKeyAlgorithm,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const client = new ssh2.Client();
    let key: Buffer | undefined;
    const end = () => {
      client.destroy();
      resolve(key);
    };
    client.on('error', end).on('close', end);
    client.connect({
      ...server,
      username: 'lectern',
      readyTimeout: answerMs,
      algorithms: { serverHostKey: [algorithm] },
      hostVerifier: (found: Buffer) => {
        key = found;
        return false;
      },
    });
  });
}

function describeKey(key: Buffer) {
  const type = key.subarray(4, 4 + key.readUInt32BE(0)).toString();
  const hash = createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
  return { type, key: `${type} ${key.toString('base64')}`, fingerprint: `SHA256:${hash}` };
}

/** Returns the lines of `known_hosts` for the confirmed keys. */
export function toKnownHosts({ host = '', port, host_key: hostKey = '' }: Options): string {
  const words = hostKey.split(/[\s,]+/).filter((word) => word !== '');
  const keys = words.flatMap((type, at) => (at % 2 === 0 ? [`${type} ${words[at + 1]}`] : []));
  return keys.map((key) => `[${host}]:${port || 22} ${key}\n`).join('');
}
