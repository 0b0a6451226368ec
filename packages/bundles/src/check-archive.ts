import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BlobStore } from '@lectern/blobs';
import { Client, escapeIdentifier } from 'pg';
import { decrypt } from './archive/encryption.ts';
import { BundleError } from './bundle-error.ts';
import { withSession } from './database/session.ts';
import { importSite } from './import-site.ts';
import { describeContents, type Report } from './progress-report.ts';

export interface CheckArchiveOptions {
  /** A database on the server that gets the scratch database, with the right to create one. */
  readonly databaseUrl: string;
  readonly input: Readable;
  /** Private key of age, if the archive is encrypted. */
  readonly identity?: string | undefined;
  readonly report?: Report;
  readonly signal?: AbortSignal;
}

const lockTimeoutMs = 10_000;
/** Passages that are searched, and searches among them. */
const maxSearched = 2_000;
const maxSearches = 100;

/**
 * Restores an archive into a scratch database, which is dropped afterwards, compares every
 * original with its SHA-256, and reads documents and conversations back. The index is not part of
 * an archive: PostgreSQL searches a sample of the passages for their longest words.
 *
 * @returns a sentence with everything that could be read.
 * @throws BundleError when the archive cannot be restored.
 */
export async function checkArchive(options: CheckArchiveOptions): Promise<string> {
  const { databaseUrl, input, identity, report = () => {}, signal } = options;
  const site = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const name = `${site.slice(0, 40)}_check_${randomBytes(6).toString('hex')}`;
  const server = new Client({ connectionString: databaseUrl });
  await server.connect();
  try {
    await server.query(`create database ${escapeIdentifier(name)}`);
    const scratch = new URL(databaseUrl);
    scratch.pathname = `/${name}`;
    const { manifest, secrets } = await importSite({
      databaseUrl: scratch.href,
      blobs: createHashingBlobs(),
      input: await decrypt(input, identity),
      report,
      ...(signal && { signal }),
    });
    const read = await readBack(scratch.href);
    return `restored ${describeContents(manifest)}, ${secrets ? 'with' : 'without'} secrets; ${read}`;
  } finally {
    await server.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    await server.end();
  }
}

/** @throws BundleError when a document lacks its passages or a search misses the passage it is from. */
async function readBack(databaseUrl: string): Promise<string> {
  const { rows } = await withSession({ databaseUrl, lockTimeoutMs }, (client) =>
    client.query<Record<'ready' | 'empty' | 'conversations' | 'turns' | 'asked' | 'found', number>>(
      `with documents as (
         select exists (select from rag.chunks c where c.revision = d.active_revision) as has_passages,
           exists (select from rag.revisions r where r.id = d.active_revision) as has_revision
         from rag.documents d where d.status = 'ready' and d.deleted_at is null
       ), sample as materialized (
         select id, organisation_id, to_tsvector('simple', text) as words
         from rag.chunks order by id limit $1
       ), searches as materialized (
         select id, organisation_id, (
           select string_agg('''' || regexp_replace(lexeme, '([''\\\\])', '\\1\\1', 'g') || '''', ' & ')::tsquery from (
             select lexeme from unnest(words) order by length(lexeme) desc, lexeme limit 3
           ) as longest
         ) as query
         from sample where words <> '' order by id limit $2
       )
       select (select count(*) from documents where has_passages)::int as ready,
         (select count(*) from documents where not has_revision)::int as empty,
         (select count(distinct conversation_id) from llm.turns)::int as conversations,
         (select count(*) from llm.turns)::int as turns,
         (select count(*) from searches)::int as asked,
         (select count(*) from searches q where q.id in (
           select s.id from sample s
           where s.organisation_id = q.organisation_id and s.words @@ q.query))::int as found`,
      [maxSearched, maxSearches],
    ),
  );
  const { ready = 0, empty = 0, conversations, turns, asked = 0, found = 0 } = rows[0] ?? {};
  if (empty > 0) throw new BundleError(`${empty} documents are ready, but lack their texts.`);
  if (found < asked) throw new BundleError(`${found} of ${asked} searches find their passage.`);
  return `read ${ready} documents with passages, ${conversations} conversations with ${turns} turns; ${found} of ${asked} searches find their passage`;
}

/** Hashes what it is given and stores nothing, so that a check needs no room for originals. */
function createHashingBlobs(): BlobStore {
  const refuse = () => Promise.reject(new Error('a check stores no files'));
  return {
    async put(bytes) {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
        hash.update(piece);
        size += piece.length;
      }
      return { sha256: hash.digest('hex'), size };
    },
    read: refuse,
    stream: refuse,
    size: refuse,
    withFile: refuse,
    async *listOlderThan() {},
    delete: refuse,
    removeUnfinished: refuse,
  };
}
