import {
  confirmSchema,
  organisationListSchema,
  renamedOrganisationSchema,
  renameOrganisationSchema,
} from '../members.ts';
import { pageQuerySchema } from '../query-values.ts';
import type { Endpoint } from './endpoint.ts';

export const organisationEndpoints = {
  listOrganisations: {
    summary: 'List your organisations; a key sees its own',
    method: 'GET',
    path: '/api/organisations',
    service: 'gateway',
    access: 'caller',
    query: pageQuerySchema,
    status: 200,
    response: organisationListSchema,
  },
  renameOrganisation: {
    summary: 'Rename your organisation',
    method: 'PATCH',
    path: '/api/organisations/{id}',
    service: 'gateway',
    access: 'admin',
    body: renameOrganisationSchema,
    status: 200,
    response: renamedOrganisationSchema,
  },
  deleteOrganisation: {
    summary: 'Delete an organisation; a session of an owner, confirmed with the password',
    method: 'DELETE',
    path: '/api/organisations/{id}',
    service: 'gateway',
    access: 'session',
    guessable: true,
    body: confirmSchema,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
