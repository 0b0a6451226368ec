import { routes } from 'virtual:endpoint-routes';
import { createBrowserClient } from '@lectern/contracts/browser';
import { fetchOrThrow } from './fetch-or-throw.ts';

/**
 * Client of the endpoints with the session's cookie: `call` for JSON, `upload` for files, `stream`
 * for events. All throw an `ApiError` if the gateway rejects the request.
 */
export const { call, upload, stream } = createBrowserClient({ routes, fetch: fetchOrThrow });
