import { z } from 'zod';

/**
 * A tar archive compressed with Zstandard. First `site.json`, then the blobs, then the rows of the
 * tables, at the end `manifest.json`. Every entry between the two is named after the SHA-256 of its
 * bytes: `blobs/<sha256>` and `tables/<schema.table>/<sha256>`. Rows are what PostgreSQL's COPY
 * writes as text, which every version since 9 reads.
 */
export const archiveFormat = 'lectern-site';
/** Version 2 has `secrets` in `site.json`; an archive without them is written as version 1. */
export const archiveVersions = [1, 2] as const;
export const siteEntry = 'site.json';
export const manifestEntry = 'manifest.json';

/** Rows are cut into parts of about this size, in bytes. */
export const partBytes = 8 * 1024 * 1024;
/** Limit of a part, which contains complete rows; one row may exceed it. */
export const maxPartBytes = 1024 * 1024 * 1024;
/** Maximum size of `site.json` and `manifest.json`. */
export const maxDescriptionBytes = 16 * 1024 * 1024;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const countSchema = z.number().int().nonnegative();
const tableNameSchema = z.string().regex(/^[a-z]+\.\w+$/);

/** Read first, since the version decides how the rest is read. */
export const archiveHeadSchema = z.looseObject({
  format: z.literal(archiveFormat),
  version: z.number().int(),
});

/** Secrets of the site; the rows and columns that they protect are then in the archive too. */
const siteSecretsSchema = z.object({
  better_auth: z.string().min(1),
  /** Keys that seal the credentials of outside servers, the newest first. */
  credential_keys: z.array(z.string().min(1)).min(1),
});

export const siteSchema = archiveHeadSchema.extend({
  version: z.literal(archiveVersions),
  /** Version of Lectern that wrote the archive. */
  lectern: z.string(),
  /** Version of the PostgreSQL server that it came from. */
  postgresql: z.string(),
  exported_at: z.iso.datetime(),
  secrets: siteSecretsSchema.optional(),
  /** The migrations that made the tables, in order, by schema. */
  schemas: z.record(
    z.string().regex(/^[a-z]+$/),
    z.array(z.object({ name: z.string(), checksum: sha256Schema })),
  ),
  /** In the order in which they are loaded. */
  tables: z.array(z.object({ name: tableNameSchema, columns: z.array(z.string().min(1)).min(1) })),
});
export type SiteDescription = z.output<typeof siteSchema>;
export type SiteSecrets = z.output<typeof siteSecretsSchema>;

export const manifestSchema = z.object({
  blobs: z.object({ count: countSchema, bytes: countSchema }),
  tables: z.array(
    z.object({ name: tableNameSchema, rows: countSchema, bytes: countSchema, parts: countSchema }),
  ),
  /** SHA-256 of the names of all entries between the first and this one, a line each. */
  entries_sha256: sha256Schema,
});
export type Manifest = z.output<typeof manifestSchema>;
