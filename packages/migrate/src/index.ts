export { type MigrateOptions, type MigrateResult, migrate, type SchemaSource } from './migrate.ts';
export { MigrationError } from './migration-error.ts';
