// Reads image digests by the HTTP API of a registry (OCI distribution, version 2).
// Run by itself it fails where Docker Hub does not answer.
import { createHash } from 'node:crypto';

const dockerHub = 'https://registry-1.docker.io';
const answerMs = 30_000;
const maxManifestBytes = 4 * 1024 * 1024;
const indexTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];
/** Platforms that every image must support. */
const platforms = ['linux/amd64', 'linux/arm64'];
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns registry and repository of an image: `redis:7` is `library/redis` of Docker Hub, a first
 * part with a dot or a port is another registry. A mirror stands in for Docker Hub alone, as with Docker.
 */
function findRepository(image, mirror) {
  const [, name, version, digest] =
    /^([^@]+?)(?::([\w.-]+))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(image) ?? [];
  const reference = digest ?? version;
  if (!reference) throw new Error('names no version and no digest');
  const [host, ...rest] = name.split('/');
  if (rest.length > 0 && (/[.:]/.test(host) || host === 'localhost')) {
    const scheme = loopback.test(host) ? 'http' : 'https';
    return { url: `${scheme}://${host}`, repository: rest.join('/'), reference };
  }
  const repository = rest.length > 0 ? name : `library/${name}`;
  return { url: mirror ?? dockerHub, repository, reference };
}

/** The anonymous token that a registry asks for in its 401. */
async function askToken(challenge, repository) {
  const said = Object.fromEntries(
    [...(challenge ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  if (!/^bearer /i.test(challenge ?? '') || !URL.canParse(said.realm)) {
    throw new Error('the registry asks for a password');
  }
  const url = new URL(said.realm);
  if (said.service) url.searchParams.set('service', said.service);
  url.searchParams.set('scope', `repository:${repository}:pull`);
  const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
  if (!response.ok) throw new Error(`its token server answers ${response.status}`);
  const { token, access_token } = await response.json();
  if (!(token ?? access_token)) throw new Error('its token server gives no token');
  return token ?? access_token;
}

async function askManifest({ url, repository, reference }) {
  const address = `${url}/v2/${repository}/manifests/${reference}`;
  const ask = (headers) =>
    fetch(address, {
      headers: { accept: indexTypes.join(', '), ...headers },
      signal: AbortSignal.timeout(answerMs),
    });
  let response = await ask({});
  if (response.status === 401) {
    await response.body?.cancel();
    const token = await askToken(response.headers.get('www-authenticate'), repository);
    response = await ask({ authorization: `Bearer ${token}` });
  }
  if (response.status === 404) throw new Error('not found');
  if (!response.ok) throw new Error(`the registry answers ${response.status}`);
  return response;
}

async function readBytes(response) {
  const chunks = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxManifestBytes)
      throw new Error(`its manifest is over ${maxManifestBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The digest of an image's list of platforms, by which every machine gets the same image.
 *
 * @param image `name:version`, or with `@sha256:…` behind it, which is then what is asked for.
 * @param mirror An address that is asked in place of Docker Hub.
 * @throws Error with the image's name: not found, no answer in half a minute, other bytes than their
 *   digest, no list, or a platform that is missing.
 */
export async function findDigest(image, mirror) {
  try {
    const repository = findRepository(image, mirror);
    const response = await askManifest(repository);
    const bytes = await readBytes(response);
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    const said = repository.reference.startsWith('sha256:')
      ? repository.reference
      : response.headers.get('docker-content-digest');
    if (said !== null && said !== digest) throw new Error(`its bytes are ${digest}, not ${said}`);
    const { manifests } = JSON.parse(bytes.toString('utf8'));
    if (!Array.isArray(manifests)) throw new Error('is of one platform, no list of them');
    const has = manifests.map(({ platform }) => `${platform?.os}/${platform?.architecture}`);
    const missing = platforms.filter((platform) => !has.includes(platform));
    if (missing.length > 0) throw new Error(`is not there for ${missing.join(' and ')}`);
    return digest;
  } catch (error) {
    const reason = error.name === 'TimeoutError' ? 'no answer in time' : error.message;
    throw new Error(`${image}: ${error.cause?.message ?? reason}`, { cause: error });
  }
}

if (process.argv[1] === import.meta.filename) {
  await fetch(`${dockerHub}/v2/`, { signal: AbortSignal.timeout(answerMs) });
}
