import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GitServer {
  /** Address of the repository. */
  readonly url: string;
  close(): void;
}

export interface GitServerOptions {
  /** Value of the header `Authorization` that is needed. */
  readonly authorization?: string;
  /** Status that is answered in place of the repository. */
  readonly status?: number;
  /** Default: a free one. */
  readonly port?: number;
}

/** Serves the repository of a folder over HTTP on loopback. */
export async function startGitServer(
  folder: string,
  { authorization, status, port = 0 }: GitServerOptions = {},
): Promise<GitServer> {
  const server = createServer((request, response) => {
    if (status !== undefined) {
      response.writeHead(status).end('no');
      return;
    }
    if (authorization !== undefined && request.headers.authorization !== authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      return;
    }
    const url = new URL(request.url ?? '', 'http://host');
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'uploadpack.allowFilter',
        GIT_CONFIG_VALUE_0: 'true',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      },
    });
    child.stdin.on('error', () => {});
    request.pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('close', () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf('\r\n\r\n');
      for (const line of whole.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(': ');
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(whole.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/.git`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
