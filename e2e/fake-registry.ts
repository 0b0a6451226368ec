import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers of a registry about one image that differ from the default. */
export interface FakeManifest {
  readonly status?: number;
  readonly body?: string;
  /** The digest that it says of its bytes, where that is another one than theirs. */
  readonly digest?: string;
}

export interface FakeRegistry extends AsyncDisposable {
  readonly url: string;
  /** `GET` of manifests that came with a token, as `repository reference`. */
  readonly asked: readonly string[];
  /** Changes what every image is from now on. What was before is still there by its digest. */
  rebuild(): void;
  /** By repository, `library/redis`, or by repository and reference, `library/redis sha256:…`. */
  readonly manifests: Map<string, FakeManifest>;
  /** How it asks for a token; undefined where it wants a password. */
  wantsPassword: boolean;
}

export const digestOf = (body: string) =>
  `sha256:${createHash('sha256').update(body).digest('hex')}`;

export const listOf = (name: string, platforms = ['amd64', 'arm64']) =>
  JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: platforms.map((architecture) => ({
      digest: digestOf(`${name} ${architecture}`),
      platform: { os: 'linux', architecture },
    })),
  });

/** A registry of images, with tokens as Docker Hub has them, that holds every image it is asked for. */
export async function startFakeRegistry(): Promise<FakeRegistry> {
  const asked: string[] = [];
  const manifests = new Map<string, FakeManifest>();
  const bodies = new Map<string, string>();
  let build = 1;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/token') {
      const token = `for ${searchParams.get('service')} ${searchParams.get('scope')}`;
      response.end(JSON.stringify({ token: Buffer.from(token).toString('base64url') }));
      return;
    }
    const [, repository = '', reference = ''] =
      /^\/v2\/(.+)\/manifests\/([^/]+)$/.exec(pathname) ?? [];
    const expected = `for images repository:${repository}:pull`;
    const token = `Bearer ${Buffer.from(expected).toString('base64url')}`;
    if (request.headers.authorization !== token) {
      challenge(response);
      return;
    }
    asked.push(`${repository} ${reference}`);
    answer({ request, repository, reference }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function challenge(response: ServerResponse) {
    const how = registry.wantsPassword
      ? 'Basic realm="images"'
      : `Bearer realm="${url}/token",service="images"`;
    response.writeHead(401, { 'www-authenticate': how }).end('{}');
  }
  function answer(
    {
      request,
      repository,
      reference,
    }: {
      readonly request: IncomingMessage;
      readonly repository: string;
      readonly reference: string;
    },
    response: ServerResponse,
  ) {
    const { headers } = request;
    const own = manifests.get(`${repository} ${reference}`) ?? manifests.get(repository);
    const isDigest = reference.startsWith('sha256:');
    const made = isDigest ? bodies.get(reference) : listOf(`${repository}:${reference} ${build}`);
    const body = own?.body ?? made ?? '';
    const status = own?.status ?? (body ? 200 : 404);
    const takesLists = headers.accept?.includes('application/vnd.oci.image.index.v1+json');
    bodies.set(digestOf(body), body);
    response.writeHead(takesLists ? status : 406, {
      'docker-content-digest': own?.digest ?? digestOf(body),
    });
    response.end(body);
  }
  const registry: FakeRegistry = {
    url,
    asked,
    manifests,
    wantsPassword: false,
    rebuild: () => {
      build += 1;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return registry;
}
