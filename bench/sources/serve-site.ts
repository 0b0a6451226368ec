import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const hugeBytes = 30 * 1024 * 1024;

/**
 * Serves a folder as a website whose pages also lead into traps: visits that end in themselves,
 * a calendar without end, a huge page, pages that robots.txt forbids.
 */
export async function serveSite(folder: string, port: number) {
  let visits = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    const path = decodeURIComponent(url.pathname);
    const send = (body: string, type = 'text/html') =>
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    if (path === '/robots.txt') send('User-agent: *\nDisallow: /private', 'text/plain');
    else if (path === '/visit') {
      visits += 1;
      response.writeHead(301, { location: `/visit?PHPSESSID=${visits}` }).end();
    } else if (path.startsWith('/calendar/')) {
      const next = Number(path.slice('/calendar/'.length)) + 1;
      send(`<meta name="robots" content="noindex"><a href="/calendar/${next}">next</a>`);
    } else if (path === '/huge') send('x'.repeat(hugeBytes));
    else if (path === '/private') send('private');
    else {
      const place = join(folder, path);
      const names = await readdir(place, { withFileTypes: true }).catch(() => undefined);
      if (names) {
        visits += 1;
        const links = names.map(
          (name) => `${encodeURIComponent(name.name)}${name.isDirectory() ? '/' : ''}`,
        );
        const traps = [`/visit?PHPSESSID=${visits}`, '/calendar/1', '/huge', '/private', '.', '..'];
        const all = [...links, ...links.map((link) => `${link}?sid=${visits}`), ...traps];
        const body = all.map((link) => `<a href="${link}">x</a>`).join('');
        send(`<meta name="robots" content="noindex">${body}`);
        return;
      }
      const text = await readFile(place, 'utf8').catch(() => undefined);
      if (text === undefined) response.writeHead(404).end();
      else send(text, 'text/plain');
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
