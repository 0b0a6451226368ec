import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openFileBlobs } from '@lectern/blobs';
import { receiveFiles } from './receive-files.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Receives one upload, sent byte by byte as given, and returns its result. */
async function receive(body: string, announcedLength = Buffer.byteLength(body)): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
  closers.push(() => rm(folder, { recursive: true }));
  const blobs = await openFileBlobs(folder);
  const outcome = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    receiveFiles(request, blobs, { fileFields: ['files'], maxFileBytes: 100, maxFiles: 3 })
      .then(outcome.resolve, outcome.resolve)
      .finally(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.end(
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${announcedLength}\r\n\r\n${body}`,
  );
  return outcome.promise;
}

const part = (name: string, text: string) =>
  `--x\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n${text}\r\n`;

describe('receiveFiles', () => {
  it('gives what was sent, in order', async () => {
    const { files } = (await receive(`${part('a.txt', 'abc')}${part('b.txt', 'b')}--x--\r\n`)) as {
      files: unknown[];
    };
    expect(files).toMatchObject([
      { fileName: 'a.txt', size: 3 },
      { fileName: 'b.txt', size: 1 },
    ]);
  });

  it('keeps names of 255 bytes at most, their ending and whole characters', async () => {
    for (const character of ['a', 'ж', '本', '🗼']) {
      const { files } = (await receive(
        `${part(`${character.repeat(300)}.pdf`, 'a')}--x--\r\n`,
      )) as {
        files: { fileName: string }[];
      };
      const { fileName = '' } = files[0] ?? {};
      expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(255);
      expect(Buffer.byteLength(fileName)).toBeGreaterThan(250);
      expect(fileName.endsWith('.pdf') && fileName.isWellFormed()).toBe(true);
    }
  });

  it('keeps no sign in a name that a terminal obeys or nobody sees', async () => {
    const names = [
      'a\u009b2Jb.txt',
      'c\u0085d.txt',
      'e\u2028\u200b\u2062f\u{e0041}.txt',
      '\u200b\u0301',
    ];
    const { files } = (await receive(
      `${names
        .map((name) => part(name, 'a'))
        .slice(0, 3)
        .join('')}--x--\r\n`,
    )) as { files: { fileName: string }[] };
    expect(files.map(({ fileName }) => fileName)).toEqual(['a2Jb.txt', 'cd.txt', 'ef.txt']);
    const unseen = (await receive(`${part(names[3] ?? '', 'a')}--x--\r\n`)) as {
      files: { fileName: string }[];
    };
    expect(unseen.files[0]?.fileName).toBe('unnamed');
  });

  it.each([
    ['has no end', part('a.txt', 'abc')],
    ['ends within a file', part('a.txt', 'abc').slice(0, -3)],
    ['ends within the second file', part('a.txt', 'abc') + part('b.txt', 'abc').slice(0, -4)],
    ['is empty', ''],
    ['is no form', 'abc'],
  ])('refuses a body that %s', async (_name, body) => {
    expect(await receive(body)).toMatchObject({ code: 'invalid_request' });
  });

  it('says that a file needs a name, and in which field files are sent', async () => {
    const nameless = part('a.txt', 'abc').replace('; filename="a.txt"', '');
    const elsewhere = part('a.txt', 'abc').replace('"files"', '"file"');
    expect(await receive(`${nameless}--x--\r\n`)).toMatchObject({
      message: 'files: is no file: it has no file name',
    });
    expect(await receive(`${elsewhere}--x--\r\n`)).toMatchObject({
      message: 'file: is not a known field; files are sent as files',
    });
  });

  it('refuses a file in another field, which it names', async () => {
    const body = `${part('a.txt', 'abc').replace('"files"', '"file"')}--x--\r\n`;
    expect(await receive(body)).toMatchObject({
      code: 'invalid_request',
      details: { field: 'file' },
    });
  });

  it('refuses a body whose sender went away', async () => {
    const body = part('a.txt', 'abc');
    expect(await receive(body, body.length + 100)).toMatchObject({ code: 'invalid_request' });
  });
});
