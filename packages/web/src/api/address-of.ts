import { routes } from 'virtual:endpoint-routes';
import type { EndpointName, ParametersOf, QueryOf } from '@lectern/contracts';
import { toAddress } from '@lectern/contracts/browser';

/**
 * Where the gateway serves an endpoint: for links, files and what else is not fetched by `call`.
 *
 * @throws TypeError when a parameter of the path is missing.
 */
export function addressOf<Name extends EndpointName>(
  name: Name,
  params?: ParametersOf<Name>,
  query?: QueryOf<Name>,
): string {
  return toAddress(routes[name], params, query);
}
