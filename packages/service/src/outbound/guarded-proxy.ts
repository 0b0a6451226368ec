import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OnClose } from '../run-service.ts';
import { type AddressGuard, AddressRefusedError } from './address-guard.ts';

const connectTimeoutMs = 10_000;

/**
 * Opens an HTTP proxy on loopback for programs that look up names themselves; returns its address
 * with its password. It connects only to addresses that the guard permits, which it looks up when
 * it connects, so that a name cannot change in between.
 */
export async function openGuardedProxy(guard: AddressGuard, onClose: OnClose): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const expected = Buffer.from(`Basic ${Buffer.from(`lectern:${password}`).toString('base64')}`);
  const isKnown = ({ headers }: IncomingMessage) => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const server = createServer((incoming, response) => {
    if (isKnown(incoming)) void forward(guard, incoming, response);
    else response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
  });
  const tunnels = new Set<Duplex>();
  server.on('connect', (incoming: IncomingMessage, client: Duplex) => {
    tunnels.add(client.on('close', () => tunnels.delete(client)));
    client.on('error', () => client.destroy());
    if (isKnown(incoming)) void openTunnel(guard, incoming.url ?? '', client);
    else
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  onClose(() => {
    server.close();
    server.closeAllConnections();
    for (const tunnel of tunnels) tunnel.destroy();
  });
  return `http://lectern:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openTunnel(guard: AddressGuard, target: string, client: Duplex): Promise<void> {
  const url = URL.parse(`https://${target}`);
  const found = await findAddress(guard, url);
  if (!url || typeof found === 'number') {
    client.end(`HTTP/1.1 ${found} Refused\r\n\r\n`);
    return;
  }
  const remote = connect({ host: found.address, port: Number(url.port || 443) });
  remote.setTimeout(connectTimeoutMs, () => remote.destroy(new Error('no connection in time')));
  remote.once('connect', () => {
    remote.setTimeout(0);
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    client.pipe(remote).pipe(client);
  });
  remote.on('error', () => endTunnel(client, remote));
  client.on('close', () => remote.destroy());
}

function endTunnel(client: Duplex, remote: Socket): void {
  if (remote.connecting) client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  client.destroy();
}

async function forward(
  guard: AddressGuard,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(incoming.url ?? '');
  const found = url?.protocol === 'http:' ? await findAddress(guard, url) : 403;
  if (!url || typeof found === 'number') {
    response.writeHead(Number(found), 'Refused').end();
    return;
  }
  const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = incoming.headers;
  const outgoing = request({
    host: found.address,
    port: url.port || 80,
    method: incoming.method,
    path: url.pathname + url.search,
    headers,
  });
  outgoing.setTimeout(connectTimeoutMs * 6, () => outgoing.destroy());
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => response.destroy()).pipe(response);
  });
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** Returns the status of a refusal for a host that is not permitted or not known. */
async function findAddress(guard: AddressGuard, url: URL | null): Promise<LookupAddress | number> {
  if (!url) return 400;
  try {
    guard.requireUrl(url);
    const [first] = await guard.findAddresses(url.hostname.replace(/^\[|\]$/g, ''));
    return first ?? 502;
  } catch (error) {
    return error instanceof AddressRefusedError ? 403 : 502;
  }
}
