import { routes } from 'virtual:endpoint-routes';
import { createBrowserClient } from '@lectern/contracts/browser';
import { fetchOrThrow } from './fetch-or-throw.ts';

/**
 * Endpoints of the table, with the session's cookie: `call` for JSON, `upload` for files, `stream`
 * for events as they come. They throw an `ApiError` for a refusal.
 */
export const { call, upload, stream } = createBrowserClient({ routes, fetch: fetchOrThrow });
