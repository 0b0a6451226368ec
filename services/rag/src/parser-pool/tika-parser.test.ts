import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { TemporaryFiles } from '../parsing/__fixtures__/temporary-files.ts';
import { ParseFailure } from '../parsing/parse-failure.ts';
import { defaultParseLimits } from '../parsing/parse-limits.ts';
import { openParserPool } from './parser-pool.ts';
import { createTikaParser, type TikaParserOptions } from './tika-parser.ts';

const chunking = { max_tokens: 200, overlap_tokens: 0 };
const page =
  '<html><head><title>Survey</title><script>alert(1)</script></head><body><h1>Site</h1><p>Two barns.</p></body></html>';

interface Answer {
  readonly status?: number;
  readonly body?: string;
  readonly waits?: boolean;
}

interface Request {
  readonly line: string;
  readonly accept: string | undefined;
  readonly disposition: string | undefined;
  readonly body: string;
}

describe('a Tika server beside the parser', () => {
  const files = new TemporaryFiles();
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });
  afterAll(() => files.remove());

  async function start({ status = 200, body = page, waits = false }: Answer) {
    const requests: Request[] = [];
    const server: Server = createServer(async (request, response) => {
      const { accept, 'content-disposition': disposition } = request.headers;
      const sent = (await buffer(request)).toString('utf8');
      requests.push({ line: `${request.method} ${request.url}`, accept, disposition, body: sent });
      if (!waits) response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    closings.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}/`, requests };
  }

  async function parse(
    { content, fileName }: { content: string; fileName: string },
    { formats = [], ...options }: Partial<TikaParserOptions>,
    signal?: AbortSignal,
  ) {
    const pool = openParserPool({ size: 1, limits: defaultParseLimits });
    closings.push(() => pool.close());
    const parser = createTikaParser(pool, { url: '', formats, ...options });
    const path = await files.write(Buffer.from(content, 'latin1'));
    const order = { chunking, ...(signal && { signal }) };
    return parser.parseAndChunk({ path, fileName, declaredMimeType: 'image/x-dwg' }, order);
  }

  const drawing = { content: 'AC1027\0\0\0\0', fileName: 'Plan ä".dwg' };

  it('reads a file that the parser refuses, as a page of a stranger', async () => {
    const { url, requests } = await start({});
    const { document, chunks } = await parse(drawing, { url });
    expect(document).toMatchObject({
      title: 'Survey',
      text: 'Site\n\nTwo barns.',
      mimeType: 'image/x-dwg',
    });
    expect(chunks).toHaveLength(1);
    expect(requests).toEqual([
      {
        line: 'PUT /tika',
        accept: 'text/html',
        disposition: 'attachment; filename="file.dwg"',
        body: drawing.content,
      },
    ]);
  });

  it('is asked for the listed formats only', async () => {
    const { url, requests } = await start({});
    const formats = ['txt'];
    const note = { content: 'Own words.', fileName: 'a.TXT' };
    expect((await parse(note, { url, formats })).document.text).toContain('Two barns.');
    await expect(parse(drawing, { url, formats })).rejects.toMatchObject({
      code: 'unsupported_format',
    });
    expect((await parse({ ...note, fileName: 'a.md' }, { url })).document.text).toBe('Own words.');
    expect(requests).toHaveLength(1);
  });

  it('ends in a clear failure where the server does not give a text', async () => {
    const fails = async (answer: Answer, options: Partial<TikaParserOptions> = {}) => {
      const { url } = await start(answer);
      return parse(drawing, { url, ...options }).catch((error: unknown) => error);
    };
    expect(await fails({ status: 204, body: '' })).toMatchObject({ code: 'no_text' });
    expect(await fails({ status: 422 })).toMatchObject({ code: 'unreadable' });
    expect(await fails({ status: 415 })).toMatchObject({ code: 'unsupported_format' });
    expect(await fails({ body: `<p>${'x'.repeat(2000)}` }, { maxBytes: 1000 })).toMatchObject({
      code: 'too_large',
    });
    expect(await fails({ waits: true }, { timeoutMs: 50 })).toMatchObject({ code: 'time_limit' });
    expect(await fails({ status: 302 })).not.toBeInstanceOf(ParseFailure);
    // The server may be away for a while.
    expect(await fails({ status: 503 })).not.toBeInstanceOf(ParseFailure);
  });

  it('ends with the job', async () => {
    const { url } = await start({ waits: true });
    const gone = new AbortController();
    const parsing = parse(drawing, { url }, gone.signal);
    gone.abort(new Error('cancelled'));
    await expect(parsing).rejects.toThrow('cancelled');
  });
});
