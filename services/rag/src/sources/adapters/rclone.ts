import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openGuardedProxy } from '@lectern/service';
import { makeProcessFolder } from '../../programs/process-folder.ts';
import {
  findProgram,
  ProgramError,
  runProgram,
  splitOutput,
  streamProgram,
} from '../../programs/run-program.ts';
import {
  type ConnectedSource,
  type ListOptions,
  type SourceAdapter,
  type SourceContext,
  type SourceCredentials,
  type SourceEntry,
  SourceError,
} from '../source-adapter.ts';
import { findPermitted } from './folder.ts';
import { requirePermittedOptions, resolveOptions, slowBackends } from './rclone-options.ts';
import { findReaders } from './rclone-readers.ts';
import { toKnownHosts } from './sftp-host-keys.ts';

export const rcloneLimits = {
  listMs: 60 * 60_000,
  readMs: 30 * 60_000,
  /** Time without an answer of the other side. */
  silence: '60s',
};
const localMs = 60_000;
const startMs = 30_000;
const entriesAtOnce = 500;
/** The program and its folder end with the worker, also with one that is killed. */
const endWithStandardInput =
  '"$0" "$@" & program=$!; cat >/dev/null; kill -9 "$program"; rm -rf "$LECTERN_FOLDER"';

/**
 * Opens a remote of rclone: one call lists it, and one process answers all reads, on loopback with
 * a password. The configuration is in the environment, but for a token that rclone may renew.
 */
export async function openRclone(
  { settings, credentials }: ConnectedSource<'rclone'>,
  context: SourceContext,
  limits = rcloneLimits,
): Promise<SourceAdapter> {
  const command = await findProgram('rclone', context.searchPath ?? '');
  if (!command) {
    const message = 'The program rclone is not installed on the worker: https://rclone.org/install';
    throw new SourceError('program_missing', message);
  }
  const { token, ...secrets } = credentials;
  const { path, config, permissions = false } = settings;
  // The options that were checked among the settings count, whatever the credentials say.
  const named = { ...secrets, ...config };
  requirePermittedOptions(named);
  if (config.type === 'sftp' && !config.host_key) {
    const message = 'The key of the server must be confirmed in the settings of the source.';
    throw new SourceError('access_denied', message);
  }
  const resolved = await resolveOptions(named, context);
  const { host_key: _, ...known } = resolved;
  const options = {
    ...known,
    ...(permissions && { metadata_permissions: 'read' }),
  };
  const root = config.type === 'local' ? await findPermitted(path, context.folders) : path;
  if (root === undefined) {
    throw new SourceError('source_not_found', 'The folder does not exist or is not permitted.');
  }
  const folder = makeProcessFolder('rclone');
  const closers = [() => rm(folder, { recursive: true, force: true })];
  try {
    const proxy = await openGuardedProxy(context.guard, (close) => {
      closers.push(async () => close());
    });
    const file = join(folder, 'rclone.conf');
    const line = token === undefined ? '' : `token = ${token.replaceAll(/\s+/g, ' ')}\n`;
    await writeFile(file, `[source]\ntype = ${config.type}\n${line}`, { mode: 0o600 });
    const knownHosts = join(folder, 'known_hosts');
    await writeFile(knownHosts, toKnownHosts(resolved));
    const env = {
      PATH: context.searchPath ?? '',
      HOME: folder,
      LC_ALL: 'C',
      LECTERN_FOLDER: folder,
      RCLONE_CONFIG: file,
      RCLONE_CACHE_DIR: folder,
      RCLONE_ASK_PASSWORD: 'false',
      RCLONE_RETRIES: '1',
      RCLONE_LOW_LEVEL_RETRIES: '3',
      RCLONE_TIMEOUT: limits.silence,
      RCLONE_CONTIMEOUT: '15s',
      RCLONE_USE_SERVER_MODTIME: 'true',
      // Unlike the usual variables, this one counts for loopback too; rclone knows it since 1.71.
      RCLONE_HTTP_PROXY: proxy,
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
    };
    const call = { command, env, timeoutMs: localMs, signal: AbortSignal.timeout(localMs) };
    const configured = {
      ...env,
      ...(await toVariables(options, call)),
      ...(config.type === 'sftp' && { RCLONE_CONFIG_SOURCE_KNOWN_HOSTS_FILE: knownHosts }),
    };
    const files = new FileServer(command, configured);
    closers.push(async () => files.close());
    return {
      list: (listOptions) =>
        listRemote(listOptions, {
          command,
          env: configured,
          timeoutMs: limits.listMs,
          root: `source:${root}`,
          withHashes: !slowBackends.has(config.type ?? ''),
          readersOf: permissions ? config.type : undefined,
        }),
      read: ({ id }, signal) =>
        files.read(root, id, AbortSignal.any([signal, AbortSignal.timeout(limits.readMs)])),
      changedCredentials: async () => {
        const renewed = /^token = (.+)$/m.exec(await readFile(file, 'utf8'))?.[1];
        const isSame = renewed === undefined || line === `token = ${renewed}\n`;
        return isSame ? undefined : ({ ...credentials, token: renewed } as SourceCredentials);
      },
      async close() {
        for (const close of closers.toReversed()) await close();
      },
    };
  } catch (error) {
    for (const close of closers.toReversed()) await close();
    throw toRcloneError(error);
  }
}

interface Call {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

interface Backend {
  readonly Name: string;
  readonly Options: readonly { readonly Name: string; readonly IsPassword: boolean }[];
}

/** Returns the options as variables of the environment; rclone wants passwords obscured. */
async function toVariables(
  options: Readonly<Record<string, string>>,
  call: Call & { readonly signal: AbortSignal },
): Promise<Record<string, string>> {
  const known = JSON.parse(
    await runProgram({ ...call, args: ['config', 'providers'] }),
  ) as readonly Backend[];
  const backend = known.find(({ Name }) => Name === options.type);
  if (!backend) {
    throw new SourceError('program_missing', 'The installed rclone is too old for this backend.');
  }
  const passwords = new Set(
    backend.Options.filter(({ IsPassword }) => IsPassword).map(({ Name }) => Name),
  );
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(options)) {
    const isPassword = passwords.has(name) && value !== '';
    variables[`RCLONE_CONFIG_SOURCE_${name.toUpperCase()}`] = isPassword
      ? (await runProgram({ ...call, args: ['obscure', '-'], input: value })).trim()
      : value;
  }
  return variables;
}

interface ListedFile {
  readonly Path: string;
  readonly Size: number;
  readonly ModTime: string;
  readonly Hashes?: Readonly<Record<string, string>>;
  readonly Metadata?: Readonly<Record<string, string>>;
}

interface Listing extends Call {
  readonly root: string;
  readonly withHashes: boolean;
  /** Backend whose files name their readers. */
  readonly readersOf: string | undefined;
}

/** The output is a list of JSON, a file a line. */
async function* listRemote(
  { signal }: ListOptions,
  { root, withHashes, readersOf, ...call }: Listing,
): AsyncIterable<SourceEntry[]> {
  const args = ['lsjson', '--recursive', '--files-only', '--no-mimetype', '--fast-list'];
  if (withHashes) args.push('--hash');
  if (readersOf) args.push('--metadata');
  let batch: SourceEntry[] = [];
  try {
    const output = streamProgram({ ...call, args: [...args, '--', root], signal });
    for await (const line of splitOutput(output, '\n')) {
      if (!line.startsWith('{')) continue;
      const file = JSON.parse(line.replace(/,$/, '')) as ListedFile;
      if (/(^|\/)\./.test(file.Path)) continue;
      const [hash] = Object.entries(file.Hashes ?? {})
        .toSorted()
        .map(([, value]) => value)
        .filter((value) => value !== '');
      const modified = new Date(file.ModTime);
      batch.push({
        id: file.Path,
        path: file.Path,
        etag: hash ?? `${file.Size}-${file.ModTime}`,
        ...(readersOf && { readers: findReaders(readersOf, file.Metadata) }),
        ...(file.Size >= 0 && { size: file.Size }),
        ...(Number.isFinite(modified.getTime()) && { modified }),
      });
      if (batch.length < entriesAtOnce) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toRcloneError(error);
  }
  yield batch;
}

/** One process of rclone that answers reads; it starts with the first one. */
class FileServer {
  readonly #command: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #password = randomBytes(24).toString('hex');
  #child: ChildProcess | undefined;
  #address: Promise<string> | undefined;

  constructor(command: string, env: Readonly<Record<string, string>>) {
    this.#command = command;
    this.#env = { ...env, RCLONE_RC_USER: 'lectern', RCLONE_RC_PASS: this.#password };
  }

  async read(root: string, id: string, signal: AbortSignal): Promise<Readable> {
    const path = [...root.split('/'), ...id.split('/')].filter((part) => part !== '');
    // `fetch` would resolve them, and rclone serves any remote that an address begins with.
    if (path.some((part) => part === '.' || part === '..')) {
      throw new SourceError('access_denied', 'The path leads out of the folder.');
    }
    this.#address ??= this.#start();
    const remote = root.startsWith('/') ? 'source:/' : 'source:';
    const address = `${await this.#address}/[${remote}]/${path.map(encodeURIComponent).join('/')}`;
    const login = Buffer.from(`lectern:${this.#password}`).toString('base64');
    try {
      const headers = { authorization: `Basic ${login}` };
      const response = await fetch(address, { headers, signal });
      if (response.ok) return Readable.from(readBody(response, signal), { objectMode: false });
      const problem = await response.text();
      if (response.status === 404) {
        throw new SourceError('source_not_found', 'The file no longer exists.');
      }
      throw toRcloneError(new ProgramError(problem.slice(0, 4_000)));
    } catch (error) {
      throw toReadError(error, signal);
    }
  }

  close(): void {
    this.#child?.stdin?.end();
  }

  #start(): Promise<string> {
    const args = ['rcd', '--rc-serve', '--rc-addr', '127.0.0.1:0'];
    const child = spawn('/bin/sh', ['-c', endWithStandardInput, this.#command, ...args], {
      env: this.#env,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stdin.on('error', () => {});
    return new Promise((resolve, reject) => {
      const fail = () => reject(new SourceError('internal', 'The program rclone did not start.'));
      const timer = setTimeout(fail, startMs);
      let output = '';
      child.on('error', fail);
      child.on('exit', () => {
        clearTimeout(timer);
        fail();
      });
      child.stderr.on('data', (part: Buffer) => {
        output = (output + part.toString()).slice(-4_000);
        const [, address] = /Serving remote control on (http:\/\/[\d.:]+)/.exec(output) ?? [];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      });
    });
  }
}

async function* readBody(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    throw toReadError(error, signal);
  }
}

/** Returns the failure of a read, also of one whose connection ended. */
function toReadError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return toRcloneError(signal.reason);
  if (error instanceof SourceError) return error;
  return new SourceError('unreachable', 'The file was not read to its end.', { cause: error });
}

const problems: readonly (readonly [RegExp, SourceError['code'], string])[] = [
  [/\bRefused\b/, 'address_refused', 'The address is not permitted.'],
  [/knownhosts/, 'access_denied', 'The server has another key than the confirmed one.'],
  [/\b429\b|SlowDown|too many requests|rate.?limit/i, 'rate_limited', 'No more requests for now.'],
  [
    /\b(401|403|530)\b|AccessDenied|InvalidAccessKey|SignatureDoesNotMatch|permission denied|unable to authenticate|unauthorized|invalid_grant|logon failure|login incorrect|expired/i,
    'access_denied',
    'The server refuses access.',
  ],
  [
    /directory not found|no such (file|directory)|does not exist|NoSuchBucket|\b404\b/i,
    'source_not_found',
    'The folder does not exist.',
  ],
  [/certificate|x509/, 'unreachable', "The server's certificate is not trusted."],
  [
    /unmarshal|XML|invalid character|malformed|unexpected|decode/i,
    'invalid_answer',
    'The server does not answer as expected.',
  ],
];

function toRcloneError(error: unknown): unknown {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SourceError('time_limit', 'The server takes too long to answer.', { cause: error });
  }
  if (!(error instanceof ProgramError)) return error;
  const [, code, message] = problems.find(([words]) => words.test(error.output)) ?? [];
  return new SourceError(code ?? 'unreachable', message ?? 'The server cannot be reached.', {
    cause: error,
  });
}
