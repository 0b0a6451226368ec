import type { Readable } from 'node:stream';
import {
  AppError,
  dropUnseen,
  type Metadata,
  type ProblemRule,
  type SourceKind,
  type SourceProblem,
  type SourceSettings,
} from '@lectern/contracts';
import type { AddressGuard, GuardedFetch } from '@lectern/service';

/** A file, page or message of a source. */
export interface SourceEntry {
  /** Unique within the source; stable while the entry exists. */
  readonly id: string;
  /** Shown to people; its last part is the file name. */
  readonly path: string;
  /** Changes with the content. */
  readonly etag?: string | undefined;
  readonly modified?: Date | undefined;
  /** Size in bytes. */
  readonly size?: number | undefined;
  /** Address of the original. */
  readonly url?: string | undefined;
  readonly author?: string | undefined;
  /** Type of the content, where the source knows it. */
  readonly mimeType?: string | undefined;
  /** Further metadata of the document. */
  readonly metadata?: Metadata | undefined;
  /** Addresses of the people who may read it; undefined: all who may read the collection. */
  readonly readers?: readonly string[] | undefined;
  /** Facts that the next listing gets back. */
  readonly state?: object | undefined;
}

/** Facts of an entry from the last run that stored it. */
export interface KnownEntry {
  readonly etag: string | null;
  readonly state: object | null;
}

export interface ListOptions {
  readonly signal: AbortSignal;
  /** Finds what an earlier run stored, for conditional requests. */
  readonly find: (id: string) => KnownEntry | undefined;
  /** Ids of all entries that earlier runs stored, for listings of the other side that have gaps. */
  readonly knownIds?: () => Iterable<string>;
}

/**
 * A connected source. A listing that throws removes nothing.
 *
 * ```ts
 * for await (const entries of adapter.list({ signal, find })) …
 * const bytes = await adapter.read(entry, signal);
 * ```
 */
export interface SourceAdapter {
  /** Lists every entry, in batches. @throws SourceError */
  list(options: ListOptions): AsyncIterable<readonly SourceEntry[]>;
  /** Opens the content of a listed entry. @throws SourceError */
  read(entry: SourceEntry, signal: AbortSignal): Promise<Readable>;
  /** Returns all credentials if the other side has renewed some; undefined: they are as before. */
  changedCredentials?(): Promise<SourceCredentials | undefined>;
  close(): Promise<void>;
}

/** A failure of a source. The message is shown to people: no credentials, no text of the source. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceProblem;

  constructor(code: SourceProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Returns true for a failure that the other side may not repeat. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof SourceError && (error.code === 'unreachable' || error.code === 'rate_limited')
  );
}

/** Bounds what a listing holds in the worker's memory. */
export class ListingSize {
  static readonly maxEntries = 500_000;
  static readonly maxCharacters = 128 * 1024 ** 2;
  #entries = 0;
  #characters = 0;

  /** @throws SourceError `too_many_entries` */
  add(characters: number): void {
    this.#entries += 1;
    this.#characters += characters;
    if (this.#entries > ListingSize.maxEntries) {
      const message = `A source may have ${ListingSize.maxEntries} entries.`;
      throw new SourceError('too_many_entries', message);
    }
    if (this.#characters > ListingSize.maxCharacters) {
      throw new SourceError('too_many_entries', 'The names and links of the source are too long.');
    }
  }
}

/** Returns the beginning of a text of the other side: one line, without what nobody sees. */
export function toPlainText(text: string, length: number): string {
  // A copy, since a slice would hold the whole text in memory; half a character is replaced.
  const own = Buffer.from(text.slice(0, length)).toString();
  return dropUnseen(own).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Returns a name as one part of a path. */
export function toPathPart(name: string, length = 150): string {
  return toPlainText(name, length)
    .replaceAll(/\s*[/\\]+\s*/g, ' ')
    .trim();
}

export type SourceCredentials = Readonly<Record<string, string>>;

/** Abilities of the process that adapters use. */
export interface SourceContext {
  /** Folders beneath which sources may read. */
  readonly folders: readonly string[];
  readonly fetch: GuardedFetch;
  readonly guard: AddressGuard;
  /** Hosts on private networks that sources may reach. */
  readonly privateHosts: readonly string[];
  /** Folders that are searched for programs. */
  readonly searchPath: string | undefined;
}

export interface ConnectedSource<Kind extends SourceKind> {
  readonly settings: SourceSettings<Kind>;
  readonly credentials: SourceCredentials;
}

/** `rule` puts the problem into words of the page's language. */
export function invalidField(
  field: string,
  problem: string,
  details?: { readonly rule?: ProblemRule; readonly host_keys?: readonly object[] },
): AppError {
  return new AppError('invalid_request', `${field}: ${problem}`, {
    details: { field, ...details },
  });
}
