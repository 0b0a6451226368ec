export { type AppliedMigration, findAppliedMigrations } from './applied-migrations.ts';
export { applySqlMigrations } from './apply-sql-migrations.ts';
export { migrate, migrationLock, type SchemaSource, serviceSources } from './migrate.ts';
export { MigrationError } from './migration-error.ts';
export { loadSqlFolder, type SqlMigration } from './sql-folder.ts';
