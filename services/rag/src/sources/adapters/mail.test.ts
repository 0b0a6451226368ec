import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard } from '@lectern/service';
import type { SourceContext, SourceEntry } from '../source-adapter.ts';
import { checkMail, mailLimits, openMail } from './mail.ts';

const source = 'Subject: Note\r\n\r\nBody.\r\n';

/** Answers one line of an IMAP client; undefined: never. */
function answer(line: string, uidValidity: number): string | undefined {
  const [tag, command = '', ...rest] = line.split(' ');
  const ok = (...lines: string[]) => [...lines, `${tag} OK done`, ''].join('\r\n');
  switch (command.toUpperCase()) {
    case 'LOGIN':
      return line.includes('secret') ? ok() : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`;
    case 'CAPABILITY':
      return ok('* CAPABILITY IMAP4rev1');
    case 'EXAMINE':
      return rest.join(' ').includes('INBOX')
        ? ok('* 2 EXISTS', `* OK [UIDVALIDITY ${uidValidity}] ok`, '* OK [UIDNEXT 9] ok')
        : `${tag} NO [NONEXISTENT] no\r\n`;
    case 'FETCH': {
      const header = 'References: <root@x> <y@x>\r\n\r\n';
      const people = '(("Ada" NIL "ada" "x.org"))';
      const of = (subject: string) =>
        `("Mon, 05 Jan 2026 10:00:00 +0000" "${subject}" ${people} NIL NIL NIL NIL NIL NIL "<m@x>")`;
      return ok(
        `* 1 FETCH (UID 7 RFC822.SIZE 24 ENVELOPE ${of('A/B')} BODY[HEADER.FIELDS (REFERENCES)] {${header.length}}\r\n${header})`,
        `* 2 FETCH (UID 8 RFC822.SIZE 24 ENVELOPE ${of('')} BODY[HEADER.FIELDS (REFERENCES)] {2}\r\n\r\n)`,
      );
    }
    case 'UID':
      return rest[1] === '7'
        ? ok(`* 1 FETCH (UID 7 BODY[] {${source.length}}\r\n${source})`)
        : ok();
    default:
      return ok();
  }
}

describe('mailboxes as a source', () => {
  const closers: (() => Promise<void> | void)[] = [];
  let uidValidity: number;
  beforeEach(() => {
    uidValidity = 3;
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  const serve = async () => {
    const server = createServer((socket) => {
      closers.push(() => void socket.destroy());
      socket.on('error', () => {});
      socket.write('* OK hi\r\n');
      createInterface(socket).on('line', (line) => socket.write(answer(line, uidValidity) ?? ''));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  const contextFor = (privateHosts: string[]) => {
    const guard = createAddressGuard({ protocols: ['https:', 'http:'], privateHosts });
    return { guard, privateHosts } as unknown as SourceContext;
  };
  const open = async (
    port: number,
    { folder = 'INBOX', password = 'secret', hosts = ['127.0.0.1'] } = {},
  ) => {
    const adapter = await openMail(
      {
        settings: { host: '127.0.0.1', port, folders: [folder] },
        credentials: { user: 'ada', password },
      },
      contextFor(hosts),
      { ...mailLimits, connectMs: 1_000, silenceMs: 1_000 },
    );
    closers.push(() => adapter.close());
    return adapter;
  };
  const { signal } = new AbortController();
  const list = async (adapter: Awaited<ReturnType<typeof open>>) => {
    const entries: SourceEntry[] = [];
    for await (const batch of adapter.list({ signal, find: () => undefined }))
      entries.push(...batch);
    return entries;
  };

  it('lists messages by their unique ids, and reads them', async () => {
    const adapter = await open(await serve());
    const entries = await list(adapter);
    expect(entries).toMatchObject([
      {
        id: 'INBOX/3/7',
        path: 'INBOX/A B.eml',
        size: 24,
        author: 'Ada',
        modified: new Date('2026-01-05T10:00:00Z'),
        metadata: { thread: '<root@x>' },
      },
      { id: 'INBOX/3/8', path: 'INBOX/8.eml', metadata: { thread: '<m@x>' } },
    ]);
    const [first, second] = entries as [SourceEntry, SourceEntry];
    expect(await text(await adapter.read(first, signal))).toBe(source);
    const gone = { code: 'source_not_found' };
    await expect(adapter.read(second, signal)).rejects.toMatchObject(gone);
    uidValidity = 4;
    const fresh = await open(await serve());
    await expect(fresh.read(first, signal)).rejects.toMatchObject(gone);
  });

  it('fails by the reason', async () => {
    const fails = (port: number, more = {}) =>
      open(port, more)
        .then(list)
        .catch((error) => error.code);
    const port = await serve();
    expect(await fails(port, { password: 'wrong' })).toBe('access_denied');
    expect(await fails(port, { folder: 'Nope' })).toBe('source_not_found');
    expect(await fails(port, { hosts: [] })).toBe('address_refused');
  });

  it('rejects hosts of a private network', async () => {
    for (const host of ['10.0.0.1', '::1']) {
      const settings = { host, port: 993, folders: ['INBOX'] };
      await expect(checkMail(settings, contextFor([]))).rejects.toMatchObject({
        details: { field: 'settings.host' },
      });
    }
  });
});
