export { addPrincipal, type PrincipalRow } from './add-principal.ts';
export { afterLeaving, type LeftRequest } from './after-leaving.ts';
export { sampleCollection, sampleDocument } from './contract-samples.ts';
export { createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { describeIssuer } from './describe-issuer.ts';
export { eventually } from './eventually.ts';
export { type HttpsSite, siteHost, startHttpsSite } from './https-site/https-site.ts';
export { listEndpointRoutes } from './list-endpoint-routes.ts';
export { listServedRoutes } from './list-served-routes.ts';
export { type ListeningApp, listenOnFreePort } from './listen-on-free-port.ts';
export * from './make-code.ts';
export {
  type ReceivedRequest,
  type RecordedAnswer,
  type RecordedHttp,
  type RecordedRoute,
  startRecordedHttp,
} from './recorded-http.ts';
export * from './send-raw.ts';
export * from './start-git-server.ts';
export { createTestIdentity, type TestIdentity } from './test-identity.ts';
export { createZipFile, type ZipMember } from './zip-file.ts';
