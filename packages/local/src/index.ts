export { findFreePorts } from './network/port.ts';
export { openEmbeddedPostgres } from './postgres/embedded-postgres.ts';
export { removeHome } from './postgres/postgres-place.ts';
export { SupervisedProcess } from './processes/supervised-process.ts';
export type { Credentials } from './suite/credentials.ts';
export { type ProcessName, type Suite, startSuite } from './suite/start-suite.ts';
export {
  portCount,
  repositoryFolder,
  type ServiceName,
  type SuiteProcess,
  suiteProcesses,
} from './suite/suite-processes.ts';
