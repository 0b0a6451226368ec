import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { AddressRefusedError } from '@lectern/service';
import { type FetchMessageObject, ImapFlow, type ImapFlowError } from 'imapflow';
import { checkAddress } from '../check-address.ts';
import {
  type ConnectedSource,
  type ListOptions,
  type SourceAdapter,
  type SourceContext,
  type SourceEntry,
  SourceError,
  toPathPart,
  toPlainText,
} from '../source-adapter.ts';

type MailSettings = ConnectedSource<'mail'>['settings'];

export const mailLimits = {
  connectMs: 15_000,
  /** Time without an answer of the server. */
  silenceMs: 60_000,
  /** Time for all messages of a listing, and for one message: an answer may come slowly without end. */
  listMs: 60 * 60_000,
  readMs: 10 * 60_000,
  messageBytes: 200 * 1024 * 1024,
};
const entriesAtOnce = 500;
const tlsPort = 993;

/** @throws AppError `invalid_request` for a host that is not permitted. */
export function checkMail({ host }: MailSettings, context: SourceContext): Promise<void> {
  return checkAddress('settings.host', `https://${isIP(host) === 6 ? `[${host}]` : host}`, context);
}

/** Opens mailboxes over IMAP, without a change to them. Each message is one file. */
export async function openMail(
  { settings, credentials }: ConnectedSource<'mail'>,
  { guard }: SourceContext,
  limits = mailLimits,
): Promise<SourceAdapter> {
  const { host, port, folders } = settings;
  const { user = '', password = '', access_token: accessToken } = credentials;
  try {
    const [address] = await guard.findAddresses(host);
    const isSecure = port === tlsPort;
    const client = new ImapFlow({
      // The address that was checked: the name may have another one by now.
      host: address?.address ?? host,
      port,
      secure: isSecure,
      // Nobody can listen in on loopback.
      ...(!isSecure && { doSTARTTLS: !/^(127\.|::1$)/.test(address?.address ?? '') }),
      ...(isIP(host) === 0 && { servername: host }),
      tls: { minVersion: 'TLSv1.2' },
      auth: accessToken === undefined ? { user, pass: password } : { user, accessToken },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.connectMs,
      socketTimeout: limits.silenceMs,
      maxLiteralSize: limits.messageBytes,
    });
    // Each failure reaches the call that waits for the connection.
    client.on('error', () => {});
    await within(client, limits.connectMs * 2, () => client.connect());
    return {
      list: (options) => listFolders(client, { folders, listMs: limits.listMs }, options),
      read: (entry) => within(client, limits.readMs, () => readMessage(client, entry)),
      close: async () => client.close(),
    };
  } catch (error) {
    throw toMailError(error);
  }
}

async function* listFolders(
  client: ImapFlow,
  { folders, listMs }: { readonly folders: readonly string[]; readonly listMs: number },
  { signal }: ListOptions,
): AsyncIterable<SourceEntry[]> {
  const late = AbortSignal.timeout(listMs);
  const until = AbortSignal.any([signal, late]);
  const end = () => client.close();
  until.addEventListener('abort', end);
  try {
    for (const folder of new Set(folders)) {
      const lock = await client.getMailboxLock(folder, { readOnly: true });
      try {
        if (!client.mailbox || client.mailbox.exists === 0) continue;
        const { uidValidity } = client.mailbox;
        let batch: SourceEntry[] = [];
        const wanted = { uid: true, size: true, envelope: true, headers: ['references'] };
        for await (const message of client.fetch('1:*', wanted)) {
          batch.push(toEntry(`${folder}/${uidValidity}/${message.uid}`, folder, message));
          if (batch.length < entriesAtOnce) continue;
          yield batch;
          batch = [];
        }
        yield batch;
      } finally {
        lock.release();
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw late.aborted ? tooSlow(error) : toMailError(error);
  } finally {
    until.removeEventListener('abort', end);
  }
}

function toEntry(
  id: string,
  folder: string,
  { uid, size, envelope, headers }: FetchMessageObject,
): SourceEntry {
  const subject = toPathPart(envelope?.subject ?? '');
  const sender = envelope?.from?.[0];
  const references = headers?.toString().match(/<[^<>\s]+>/g);
  const thread = references?.[0] ?? envelope?.inReplyTo ?? envelope?.messageId;
  const modified = new Date(envelope?.date ?? '');
  return {
    id,
    path: `${folder}/${subject || uid}.eml`,
    // A message never changes.
    etag: id,
    mimeType: 'message/rfc822',
    author: toPlainText(sender?.name || sender?.address || '', 500),
    ...(size !== undefined && { size }),
    ...(Number.isFinite(modified.getTime()) && { modified }),
    ...(thread && { metadata: { thread: toPlainText(thread, 500) } }),
  };
}

async function readMessage(client: ImapFlow, { id }: SourceEntry): Promise<Readable> {
  const [, folder = '', uidValidity, uid = ''] = /^(.*)\/(\d+)\/(\d+)$/s.exec(id) ?? [];
  const lock = await client.getMailboxLock(folder, { readOnly: true });
  try {
    const isSame = client.mailbox && String(client.mailbox.uidValidity) === uidValidity;
    const message = isSame ? await client.fetchOne(uid, { source: true }, { uid: true }) : false;
    const source = message ? message.source : undefined;
    if (source) return Readable.from([source]);
    throw new SourceError('source_not_found', 'The message no longer exists.');
  } finally {
    lock.release();
  }
}

/** Ends the connection if the work takes longer. */
async function within<Result>(
  client: ImapFlow,
  ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = AbortSignal.timeout(ms);
  const end = () => client.close();
  late.addEventListener('abort', end);
  try {
    return await work();
  } catch (error) {
    throw late.aborted ? tooSlow(error) : toMailError(error);
  } finally {
    late.removeEventListener('abort', end);
  }
}

function tooSlow(cause: unknown): SourceError {
  return new SourceError('time_limit', 'The server takes too long to answer.', { cause });
}

function toMailError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  const { code = '', ...facts } = error as ImapFlowError;
  const as = (problem: SourceError['code'], message: string) =>
    new SourceError(problem, message, { cause: error });
  if (error instanceof AddressRefusedError) {
    return as('address_refused', `Refused: ${error.message}.`);
  }
  if (facts.authenticationFailed) return as('access_denied', 'The server refuses the sign-in.');
  if (facts.mailboxMissing) return as('source_not_found', 'A folder does not exist.');
  if (facts.tlsFailed) return as('access_denied', 'The server has no trusted TLS.');
  if (code === 'ETHROTTLE') return as('rate_limited', 'The server allows no more requests.');
  if (/TIMEOUT/.test(code)) return tooSlow(error);
  if (code === 'LiteralTooLarge') return as('too_large', 'The message is too large.');
  const isGarbage = /^(Parser|Invalid|UnexpectedTag|MissingTag|TooMany|LineTooLarge|MAX_)/;
  if (isGarbage.test(code) || facts.responseStatus !== undefined) {
    return as('invalid_answer', 'The server does not answer as expected.');
  }
  return as('unreachable', 'The server cannot be reached.');
}
