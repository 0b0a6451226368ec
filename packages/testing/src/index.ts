export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { type EventuallyOptions, eventually } from './eventually.ts';
export { type ListeningApp, listenOnFreePort } from './listen-on-free-port.ts';
export {
  type ReceivedRequest,
  type RecordedAnswer,
  type RecordedHttp,
  type RecordedRoute,
  startRecordedHttp,
} from './recorded-http.ts';
export { openTestPostgres, type TestPostgres } from './test-postgres.ts';
