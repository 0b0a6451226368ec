import { pipeline } from 'node:stream/promises';
import { type Endpoint, endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import { loadAccess } from '../access/load-access.ts';
import { type ExportDependencies, exportBundle } from './export-bundle.ts';

export function mountBundleRoutes(
  routes: EndpointRoutes<Endpoint>,
  dependencies: ExportDependencies,
): void {
  routes.mount(endpoints.exportBundle, async ({ request, response, principal, params }) => {
    const access = await loadAccess(dependencies.database, principal);
    const { name, documents, bytes } = await exportBundle(dependencies, access, params.id);
    addAuditDetails(response, { details: { name, documents } });
    response.attachment(`${name}.lectern.zip`).type('application/zip');
    if (request.method === 'HEAD') response.end();
    else await pipeline(bytes, response);
  });
}
