import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { openGuardedProxy } from '@lectern/service';
import { makeProcessFolder } from '../../programs/process-folder.ts';
import {
  findProgram,
  type ProgramCall,
  ProgramError,
  runProgram,
  splitOutput,
  streamProgram,
} from '../../programs/run-program.ts';
import { checkAddress, requirePlainRight } from '../check-address.ts';
import {
  type ConnectedSource,
  isTransient,
  ListingSize,
  type ListOptions,
  type SourceAdapter,
  type SourceContext,
  type SourceEntry,
  SourceError,
} from '../source-adapter.ts';
import { findRepository } from './find-repository.ts';
import { notPermitted } from './folder.ts';
import { GitContents } from './git-contents.ts';

type GitSettings = ConnectedSource<'git'>['settings'];

export const gitLimits = {
  /** Commits that are read for dates and authors. */
  commits: 5_000,
  /** The folder may be in memory. */
  bytes: 512 * 1024 ** 2,
  fetchMs: 30 * 60_000,
};
const localMs = 10 * 60_000;
const measureEveryMs = 1_000;
const entriesAtOnce = 500;
const blobsAtOnce = 5_000;
const branch = 'refs/heads/source';
/** Maximum address space of a process of git, in KiB: a small pack can hold large objects. */
const memoryKib = 2 * 1024 ** 2;
/** Begins the line of a commit. */
const mark = '\u0001';

/** @throws AppError `invalid_request` for an address that is not permitted. */
export async function checkGit({ url }: GitSettings, context: SourceContext): Promise<void> {
  if (!url.startsWith('file:')) return checkAddress('settings.url', url, context);
  if (!(await findRepository(url, context))) {
    throw notPermitted('settings.url');
  }
}

/**
 * Opens a repository: a fetch of commits and folders, without contents where the server allows it.
 * Contents of new and changed files follow in one more fetch.
 */
export async function openGit(
  { settings, credentials }: ConnectedSource<'git'>,
  context: SourceContext,
  limits = gitLimits,
): Promise<SourceAdapter> {
  const command = await findProgram('git', context.searchPath ?? '');
  if (!command) {
    throw new SourceError('program_missing', 'The program git is not installed on the worker.');
  }
  const url = await resolveUrl(settings.url, context);
  const folder = makeProcessFolder('git');
  const closers = [() => rm(folder, { recursive: true, force: true })];
  try {
    const proxy = await openGuardedProxy(context.guard, (close) => {
      closers.push(async () => close());
    });
    const env = await createEnvironment(folder, { url, proxy, credentials, context });
    const repository = new Repository({ command, folder, env, settings, limits });
    closers.push(async () => repository.close());
    return {
      list: (options) => repository.list(options),
      read: async (entry, signal) => repository.read(entry, signal),
      async close() {
        for (const close of closers.toReversed()) await close();
      },
    };
  } catch (error) {
    for (const close of closers.toReversed()) await close();
    throw error;
  }
}

async function resolveUrl(url: string, context: SourceContext): Promise<string> {
  if (!url.startsWith('file:')) return requirePlainRight(new URL(url), context.privateHosts).href;
  const path = await findRepository(url, context);
  if (!path) {
    throw new SourceError('source_not_found', 'The folder does not exist or is not permitted.');
  }
  return pathToFileURL(path).href;
}

interface Connection {
  readonly url: string;
  readonly proxy: string;
  readonly credentials: ConnectedSource<'git'>['credentials'];
  readonly context: SourceContext;
}

/** The machine's own configuration is ignored, and no other program is started. */
async function createEnvironment(
  folder: string,
  { url, proxy, credentials, context }: Connection,
): Promise<Record<string, string>> {
  const protocol = new URL(url).protocol.slice(0, -1);
  const { username = 'git', password, token = password } = credentials;
  const login = Buffer.from(`${username}:${token}`).toString('base64');
  const config: [string, string][] = [
    ['remote.origin.url', url],
    ['remote.origin.uploadpack', 'git-upload-pack --strict'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    ['core.hooksPath', '/dev/null'],
    ['credential.helper', ''],
    ['fetch.unpackLimit', '1'],
    ['fetch.recurseSubmodules', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['http.proxy', proxy],
    ['http.proxyAuthMethod', 'basic'],
    ['http.lowSpeedLimit', '100'],
    ['http.lowSpeedTime', '60'],
    ['pack.threads', '1'],
    ...(token
      ? ([
          ['http.extraHeader', `Authorization: Basic ${login}`],
          // Git would send the header to the server of a redirect.
          ['http.followRedirects', 'false'],
        ] satisfies [string, string][])
      : []),
  ];
  // The other end of a local repository reads this file alone. Its owner may be another user.
  const global = join(folder, 'config');
  await writeFile(global, '[safe]\ndirectory = *\n[uploadpack]\nallowFilter = true\n');
  await mkdir(join(folder, 'repository'));
  return {
    PATH: context.searchPath ?? '',
    HOME: folder,
    LC_ALL: 'C',
    GIT_DIR: join(folder, 'repository'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: global,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_LITERAL_PATHSPECS: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}

interface RepositoryParts {
  readonly command: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly settings: GitSettings;
  readonly limits: typeof gitLimits;
}

interface LastChange {
  readonly modified: Date;
  readonly author: string;
}

class Repository {
  readonly #parts: RepositoryParts;
  /** Contents of new and changed files. */
  readonly #wanted = new Set<string>();
  #fetched: Promise<void> | undefined;
  readonly #contents: GitContents;

  constructor(parts: RepositoryParts) {
    this.#parts = parts;
    const { command, env } = parts;
    this.#contents = new GitContents({ command, env, memoryKib, timeoutMs: localMs });
  }

  async *list({ signal, find }: ListOptions): AsyncIterable<SourceEntry[]> {
    const { settings, limits } = this.#parts;
    await this.#run(['init', '--quiet', '--bare'], signal);
    const name = settings.branch === undefined ? 'HEAD' : `refs/heads/${settings.branch}`;
    await this.#fetch([`--depth=${limits.commits}`, 'origin', `+${name}:${branch}`], signal);
    const blobs = new Map<string, string>();
    const size = new ListingSize();
    const tree = ['ls-tree', '-r', '-z', '--full-tree', branch, '--', ...this.#paths];
    for await (const line of this.#readLines(tree, '\0', signal)) {
      // Equal folders within each other make many files of few bytes.
      size.add(line.length);
      // Links and submodules have other modes.
      const [, blob, path] = /^100\d{3} blob (\w+)\t(.+)$/s.exec(line) ?? [];
      if (blob && path && !/(^|\/)\./.test(path)) blobs.set(path, blob);
    }
    const changes = await this.#findChanges(new Set(blobs.keys()), signal);
    let batch: SourceEntry[] = [];
    for (const [path, blob] of blobs) {
      if (find(path)?.etag !== blob) this.#wanted.add(blob);
      const url = addressOf(settings, path);
      batch.push({ id: path, path, etag: blob, url, ...changes.get(path) });
      if (batch.length < entriesAtOnce) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }

  async read({ etag = '' }: SourceEntry, signal: AbortSignal): Promise<Readable> {
    this.#fetched ??= this.#fetchWanted(signal).catch((error: unknown) => {
      // The server may be back at the next try.
      if (isTransient(error)) this.#fetched = undefined;
      throw error;
    });
    await this.#fetched;
    return Readable.from(this.#readContent(etag, signal), { objectMode: false });
  }

  close(): void {
    this.#contents.close();
  }

  async *#readContent(id: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    try {
      yield* this.#contents.read(id, signal);
    } catch (error) {
      throw toGitError(error);
    }
  }

  get #paths(): readonly string[] {
    const paths = (this.#parts.settings.paths ?? []).map((path) => path.replace(/^\/+|\/+$/g, ''));
    // The root is the whole repository.
    return paths.includes('') ? [] : paths;
  }

  /** Finds the last commit of each file, the newest first. */
  async #findChanges(
    paths: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Map<string, LastChange>> {
    const changes = new Map<string, LastChange>();
    let change: LastChange | undefined;
    const format = `--format=${mark}%ct %an`;
    const log = ['log', '-z', '--name-only', '--no-renames', format, branch, '--', ...this.#paths];
    let isFirst = false;
    for await (const part of this.#readLines(log, '\0', signal)) {
      if (part.startsWith(mark)) {
        const [seconds, ...names] = part.slice(1).split(' ');
        change = { modified: new Date(Number(seconds) * 1_000), author: names.join(' ') };
        isFirst = true;
        continue;
      }
      // The first name of a commit stands on a line of its own.
      const path = isFirst ? part.slice(1) : part;
      isFirst = false;
      if (change && paths.has(path) && !changes.has(path)) changes.set(path, change);
      if (changes.size === paths.size) break;
    }
    return changes;
  }

  async #fetchWanted(signal: AbortSignal): Promise<void> {
    const missing: string[] = [];
    const args = ['rev-list', '--objects', '--missing=print', '--no-object-names'];
    for await (const line of this.#readLines([...args, `${branch}^{tree}`], '\n', signal)) {
      if (line.startsWith('?') && this.#wanted.has(line.slice(1))) missing.push(line.slice(1));
    }
    for (let from = 0; from < missing.length; from += blobsAtOnce) {
      const input = missing.slice(from, from + blobsAtOnce).join('\n');
      await this.#fetch(['--stdin', 'origin'], signal, input);
    }
  }

  async #fetch(args: readonly string[], signal: AbortSignal, input = ''): Promise<void> {
    const { folder, limits } = this.#parts;
    const tooLarge = new AbortController();
    const packs = join(folder, 'repository/objects/pack');
    const measuring = setInterval(async () => {
      if ((await measureFolder(packs)) <= limits.bytes) return;
      const message = 'The repository is too large. Name some of its paths.';
      tooLarge.abort(new SourceError('too_large', message));
    }, measureEveryMs);
    const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none'];
    try {
      await this.#run(
        ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...options, ...args],
        AbortSignal.any([signal, tooLarge.signal]),
        { input, timeoutMs: limits.fetchMs },
      );
    } finally {
      clearInterval(measuring);
    }
  }

  async #run(
    args: readonly string[],
    signal: AbortSignal,
    more: Partial<Pick<ProgramCall, 'input' | 'timeoutMs'>> = {},
  ): Promise<void> {
    const { command, env } = this.#parts;
    try {
      await runProgram({ command, args, env, signal, memoryKib, timeoutMs: localMs, ...more });
    } catch (error) {
      throw toGitError(error);
    }
  }

  async *#stream(args: readonly string[], signal: AbortSignal): AsyncGenerator<Buffer> {
    const { command, env } = this.#parts;
    try {
      yield* streamProgram({ command, args, env, signal, memoryKib, timeoutMs: localMs });
    } catch (error) {
      throw toGitError(error);
    }
  }

  async *#readLines(
    args: readonly string[],
    separator: string,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    try {
      yield* splitOutput(this.#stream(args, signal), separator);
    } catch (error) {
      throw toGitError(error);
    }
  }
}

async function measureFolder(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    bytes += await stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}

/** Folder of a file's page below the repository's page. */
const pages: Readonly<Record<string, string>> = {
  'github.com': 'blob',
  'gitlab.com': '-/blob',
  'bitbucket.org': 'src',
};

function addressOf({ url, branch = 'HEAD' }: GitSettings, path: string): string | undefined {
  const page = pages[new URL(url).hostname];
  const place = [branch, ...path.split('/')].map(encodeURIComponent).join('/');
  return page && `${url.replace(/\/$|(\.git)?\/?$/, '')}/${page}/${place}`;
}

const problems: readonly (readonly [RegExp, SourceError['code'], string])[] = [
  [/CONNECT.* 403|403 from proxy/i, 'address_refused', 'The address is not permitted.'],
  [/find remote ref HEAD/i, 'source_not_found', 'The repository has no commits.'],
  [/find remote ref/i, 'source_not_found', 'The repository has no such branch.'],
  [
    /authentication failed|could not read (username|password)|error: 40[13]/i,
    'access_denied',
    'The repository refuses access.',
  ],
  [/out of memory|malloc|mmap failed/i, 'too_large', 'The repository is too large.'],
  [
    /error: 30\d/i,
    'source_not_found',
    'The address leads to another one. Use that of the repository itself, often with .git at its end.',
  ],
  [/error: 429/i, 'rate_limited', 'The server allows no more requests.'],
  [
    /not found|does not exist|does not appear to be a git repository|error: 4/i,
    'source_not_found',
    'The repository does not exist, or is not visible with these credentials.',
  ],
  [
    /not valid|protocol error|bad line length|bad pack|unexpected|expected |index-pack|garbage/i,
    'invalid_answer',
    'The server does not answer as a Git server.',
  ],
];

function toGitError(error: unknown): unknown {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SourceError('time_limit', 'The repository takes too long to answer.', {
      cause: error,
    });
  }
  if (!(error instanceof ProgramError)) return error;
  const [, code, message] = problems.find(([words]) => words.test(error.output)) ?? [];
  return new SourceError(code ?? 'unreachable', message ?? 'The repository cannot be reached.', {
    cause: error,
  });
}
