export {
  EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from './postgres/embedded-postgres.ts';
export { findFreePort } from './postgres/port.ts';
export { removeHome } from './postgres/postgres-place.ts';
export { SuiteError } from './suite-error.ts';
