import { type Endpoint, endpoints, type InsideEndpoint } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import { loadAccess } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { editPassage, listEdits, undoEdit } from './passage-edits.ts';

export function mountPassageEditRoutes(
  routes: EndpointRoutes<Endpoint | InsideEndpoint>,
  database: Database,
): void {
  routes.mount(endpoints.editPassage, async ({ response, principal, params, body }) => {
    const access = await loadAccess(database, principal);
    const { id, chunk_id: chunkId } = params;
    const edit = await editPassage(database, access, { id, chunkId, ...body });
    addAuditDetails(response, { details: { edit_id: edit.id, hidden: edit.after === null } });
    return edit;
  });
  routes.mount(endpoints.listPassageEdits, async ({ principal, params, query }) =>
    listEdits(database, await loadAccess(database, principal), { id: params.id, ...query }),
  );
  routes.mount(endpoints.undoPassageEdit, async ({ response, principal, params }) => {
    const access = await loadAccess(database, principal);
    await undoEdit(database, access, { id: params.id, editId: params.edit_id });
    addAuditDetails(response, { details: { edit_id: params.edit_id } });
  });
}
