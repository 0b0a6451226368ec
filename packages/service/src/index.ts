import './http/request.ts';

export * from './config.ts';
export { runForTenant } from './database/fair-pool.ts';
export * from './database/is-unique-violation.ts';
export * from './database/is-visible-to.ts';
export * from './database/listen-to-channel.ts';
export * from './database/open-pool.ts';
export * from './database/organisation-quota.ts';
export { prepared, preparedMark } from './database/prepared.ts';
export * from './database/probe-database.ts';
export * from './database/try-with-lock.ts';
export * from './deadlines/on-closed.ts';
export * from './deadlines/start-deadline.ts';
export * from './deadlines/until-aborted.ts';
export * from './deadlines/wait-at-most.ts';
export * from './deadlines/within-time.ts';
export * from './fair-queue/fair-queue.ts';
export * from './http/audit-details.ts';
export * from './http/create-http-app.ts';
export * from './http/endpoint-routes.ts';
export * from './http/expected-host.ts';
export * from './http/handle-error.ts';
export * from './http/internal-routes.ts';
export * from './http/invalid-field.ts';
export * from './http/json-shape.ts';
export * from './http/listen.ts';
export { findNoText, isText } from './http/no-text.ts';
export {
  assertPlainEncoding,
  bufferBody,
  bufferedBodyOf,
  hasBody,
  readBody,
} from './http/read-body.ts';
export * from './http/read-json.ts';
export * from './http/sse.ts';
export * from './http/validate.ts';
export { cutWhenRevoked } from './identity/cut-when-revoked.ts';
export * from './identity/require-principal.ts';
export * from './identity/revocations.ts';
export * from './identity/signing-keys.ts';
export * from './identity/tokens.ts';
export * from './lists/cursor.ts';
export * from './logger.ts';
export * from './outbound/address-guard.ts';
export * from './outbound/call-service.ts';
export * from './outbound/guarded-fetch.ts';
export * from './outbound/guarded-proxy.ts';
export * from './outbound/service-adapter.ts';
export { serviceFetch } from './outbound/service-fetch.ts';
export * from './run-periodically.ts';
export * from './run-service.ts';
export * from './secrets/sealer.ts';
export * from './serve.ts';
export { findSimilarName } from './similar-name.ts';
export * from './telemetry/disable-library-tracing.ts';
export * from './telemetry/metrics.ts';
export * from './telemetry/start-tracing.ts';
export * from './telemetry/tracing.ts';
export * from './version.ts';
