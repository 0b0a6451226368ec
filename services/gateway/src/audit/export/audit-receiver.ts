import { createHmac } from 'node:crypto';
import { open } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { ExportedAuditEvent } from '@lectern/contracts';
import { type ExportFormat, formatEvent } from './exported-event.ts';

/**
 * Receives events outside the suite, oldest first. An event can arrive more than once, with the same
 * id.
 */
export interface AuditReceiver {
  /** Returns after the receiver has got all events. Rejects otherwise, within the deadline. */
  send(events: readonly ExportedAuditEvent[], signal: AbortSignal): Promise<void>;
}

export interface ReceiverOptions {
  /** `file:`, `http:`, `https:`, `syslog:` (TCP) or `syslogs:` (TLS). */
  readonly url: string;
  readonly format: ExportFormat;
  /** Signs webhooks. */
  readonly secret?: string | undefined;
}

const timeoutMs = 10_000;

export function openAuditReceiver(options: ReceiverOptions): AuditReceiver {
  const url = new URL(options.url);
  const send = senders[url.protocol];
  if (!send) throw new TypeError(`audit events cannot be sent by ${url.protocol}`);
  return {
    send: (events, signal) =>
      send(url, events, {
        ...options,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }),
  };
}

type Send = (
  url: URL,
  events: readonly ExportedAuditEvent[],
  options: ReceiverOptions & { readonly signal: AbortSignal },
) => Promise<void>;

const senders: Readonly<Record<string, Send>> = {
  'file:': appendToFile,
  'http:': callWebhook,
  'https:': callWebhook,
  'syslog:': sendSyslog,
  'syslogs:': sendSyslog,
};

/** Appends one JSON line per event, and returns when they are on the disk. */
async function appendToFile(
  url: URL,
  events: readonly ExportedAuditEvent[],
  { format }: ReceiverOptions,
) {
  await using file = await open(fileURLToPath(url), 'a', 0o600);
  const lines = events.map((event) => `${JSON.stringify(formatEvent(event, format))}\n`);
  await file.appendFile(lines.join(''));
  await file.datasync();
}

/** Sends `{events}`, signed by the Standard Webhooks specification if there is a secret. */
async function callWebhook(
  url: URL,
  events: readonly ExportedAuditEvent[],
  { format, secret, signal }: ReceiverOptions & { readonly signal: AbortSignal },
) {
  const body = JSON.stringify({ events: events.map((event) => formatEvent(event, format)) });
  const id = `audit_${events.at(-1)?.id}`;
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature =
    secret && createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...(signature && { 'webhook-signature': `v1,${signature}` }),
    },
    body,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the receiver of audit events answered ${response.status}`);
}

const defaultPorts: Readonly<Record<string, number>> = { 'syslog:': 601, 'syslogs:': 6_514 };
/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5;

/** Sends RFC 5424 messages with their length in front (RFC 5425, RFC 6587). */
function sendSyslog(
  { protocol, hostname: host, port }: URL,
  events: readonly ExportedAuditEvent[],
  { format, signal }: ReceiverOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const frames = events.map((event) => {
    const text = JSON.stringify(formatEvent(event, format));
    const message = Buffer.from(
      `<${priority}>1 ${event.at} ${hostname()} lectern - audit - ${text}`,
    );
    return Buffer.concat([Buffer.from(`${message.length} `), message]);
  });
  const name = host.replace(/^\[|\]$/g, '');
  const address = { host: name, port: Number(port) || defaultPorts[protocol] || 0 };
  return new Promise((resolve, reject) => {
    const socket =
      protocol === 'syslogs:' ? connectTls({ ...address, servername: name }) : connectTcp(address);
    const stop = () => socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    // The receiver's own end of the connection shows that it has read to ours.
    socket.resume().end(Buffer.concat(frames));
  });
}
