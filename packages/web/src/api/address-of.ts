import { routes } from 'virtual:endpoint-routes';
import type { EndpointName, ParametersOf, QueryOf } from '@lectern/contracts';
import { toAddress } from '@lectern/contracts/browser';

/**
 * Returns the address of an endpoint, for links and downloads.
 *
 * @throws TypeError if a path parameter is missing.
 */
export function addressOf<Name extends EndpointName>(
  name: Name,
  params?: ParametersOf<Name>,
  query?: QueryOf<Name>,
): string {
  return toAddress(routes[name], params, query);
}
