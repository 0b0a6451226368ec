import { fillPath } from './call.ts';
import { createEndpointClient, type EndpointClient } from './endpoint-client.ts';
import { fetchEndpoint, readAnswer } from './fetch-endpoint.ts';

export type { Call, StreamedName, StreamedOf, UploadName } from './call.ts';

/** The gateway as a page calls it, with the session's cookie. Nothing is retried. */
export type BrowserClient = EndpointClient;

/** `baseUrl` is empty for the page's own origin. */
export function createBrowserClient(baseUrl = ''): BrowserClient {
  return createEndpointClient<object>({
    prepare: (endpoint, { params, ...call }) => ({
      ...call,
      url: baseUrl + fillPath(endpoint, 'gateway', params),
    }),
    send: async (endpoint, call) => readAnswer(await fetchEndpoint(endpoint, call)),
  });
}
