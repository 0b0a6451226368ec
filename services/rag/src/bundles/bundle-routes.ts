import { pipeline } from 'node:stream/promises';
import type { FindDiskRoom } from '@lectern/blobs';
import {
  AppError,
  badIdempotencyKey,
  type Endpoint,
  endpoints,
  type ImportJob,
  idempotencyKeyPattern,
  idSchema,
} from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes, FairQueue, startDeadline } from '@lectern/service';
import { loadAccess, requireCollection } from '../access/load-access.ts';
import { receiveUpload } from '../documents/receive-upload.ts';
import { requireRoom } from '../documents/require-room.ts';
import { addImport, getImport } from './bundle-imports.ts';
import { type ExportDependencies, exportBundle } from './export-bundle.ts';

export interface BundleRouteDependencies extends ExportDependencies {
  readonly findDiskRoom: FindDiskRoom;
  readonly quotas: ImportJob['quotas'];
}

/** An export holds the passages and vectors of one document in memory. */
const exportLimits = {
  maxRunning: 4,
  maxRunningPerTenant: 1,
  maxWaiting: 100,
  maxWaitingPerTenant: 20,
};
const exportWaitMs = 30_000;
/** A caller who reads nothing for so long is cut off, since others wait. */
const maxSilenceMs = 60_000;

export function mountBundleRoutes(
  routes: EndpointRoutes<Endpoint>,
  dependencies: BundleRouteDependencies,
): void {
  const exports = new FairQueue(exportLimits);
  routes.mount(endpoints.exportBundle, async ({ request, response, principal, params }) => {
    const access = await loadAccess(dependencies.database, principal);
    // Refused before it waits.
    await requireCollection(dependencies.database, access, { id: params.id, permission: 'manage' });
    const { organisationId: owner, userId: person } = access;
    const deadline = startDeadline(request, response, exportWaitMs);
    const turn = { owner, person, signal: deadline.signal };
    await deadline.run(() =>
      exports.run(turn, async () => {
        const { name, documents, bytes } = await exportBundle(dependencies, access, params.id);
        addAuditDetails(response, { details: { name, documents } });
        response.attachment(`${name}.lectern.zip`).type('application/zip');
        if (request.method === 'HEAD') {
          response.end();
          return;
        }
        response.setTimeout(maxSilenceMs, () => response.destroy());
        await pipeline(bytes, response);
      }),
    );
  });
  routes.mount(endpoints.importBundle, async ({ principal, request }) => {
    const { database, quotas } = dependencies;
    const access = await loadAccess(database, principal);
    const key = request.header('idempotency-key');
    if (key !== undefined && !idempotencyKeyPattern.test(key)) throw badIdempotencyKey();
    await requireRoom(dependencies.findDiskRoom);
    const limits = { maxFileBytes: quotas.bytes, maxFiles: 1, textFields: ['parent_id'] };
    return receiveUpload(
      request,
      { stores: dependencies, ...limits, fileFields: ['file', 'files'] },
      ({ files: [file], fields: { parent_id } }) => {
        if (!file || 'refused' in file) throw new AppError('too_large');
        const parentId = parent_id === undefined ? null : readId(parent_id);
        return addImport(dependencies, access, { bundle: file, parentId, key });
      },
    );
  });
  routes.mount(endpoints.getBundleImport, async ({ principal, params }) => {
    const { database } = dependencies;
    return getImport(database, await loadAccess(database, principal), params.id);
  });
}

function readId(text: string): string {
  const { data } = idSchema.safeParse(text);
  if (data === undefined) {
    throw new AppError('invalid_request', 'parent_id: is no id', {
      details: { field: 'parent_id' },
    });
  }
  return data;
}
