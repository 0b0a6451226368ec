import {
  type AppliedMigration,
  findAppliedMigrations,
  loadSqlFolder,
  type SchemaSource,
  type SqlMigration,
} from '@lectern/migrate';
import type { ClientBase } from 'pg';
import { BundleError } from '../bundle-error.ts';

/** Migrations in order, by schema. */
export type SchemaVersions = Readonly<Record<string, readonly AppliedMigration[]>>;
export type KnownMigrations = Readonly<Record<string, readonly SqlMigration[]>>;

/** Loads the migrations that this version of Lectern can apply. */
export async function loadKnownMigrations(
  sources: readonly SchemaSource[],
): Promise<KnownMigrations> {
  const schemas = sources.map(
    async ({ schema, folder }) => [schema, await loadSqlFolder(folder)] as const,
  );
  return Object.fromEntries(await Promise.all(schemas));
}

/** Reads the migrations that a database has applied. */
export async function readSchemaVersions(
  client: ClientBase,
  known: KnownMigrations,
): Promise<SchemaVersions> {
  const versions: Record<string, readonly AppliedMigration[]> = {};
  for (const schema of Object.keys(known)) {
    versions[schema] = (await findAppliedMigrations(client, schema)).map(({ name, checksum }) => ({
      name,
      checksum,
    }));
  }
  return versions;
}

/**
 * Refuses a history that this version does not know as the beginning of its own.
 *
 * @param what names what has the history, for example `The archive`.
 */
export function assertKnown(what: string, versions: SchemaVersions, known: KnownMigrations): void {
  for (const [schema, migrations] of Object.entries(versions)) {
    const own = known[schema];
    if (!own) throw new BundleError(`${what} has a schema ${schema}, which is unknown here.`);
    migrations.forEach(({ name, checksum }, index) => {
      if (own[index]?.name !== name) {
        throw new BundleError(
          `${what} was made by another version of Lectern: ${schema} has ${name}, which is unknown here. Use the version that made it, or a newer one.`,
        );
      }
      if (own[index]?.checksum !== checksum) {
        throw new BundleError(`${what} has another ${name} in ${schema} than this version.`);
      }
    });
  }
}

/** Refuses a database that waits for migrations. */
export function assertCurrent(versions: SchemaVersions, known: KnownMigrations): void {
  assertKnown('The database', versions, known);
  for (const [schema, own] of Object.entries(known)) {
    const next = own[versions[schema]?.length ?? 0];
    if (next) {
      throw new BundleError(
        `The database lacks ${next.name} in ${schema}. Start this version of the suite once, then export.`,
      );
    }
  }
}
