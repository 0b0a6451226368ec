import { fetchOptionsShape } from '@lectern/contracts';

/** Fetch options with descriptions for models. */
export const describedFetchOptions = {
  fetch_policy: fetchOptionsShape.fetch_policy.describe(
    'cache_only: what was fetched before; cache_then_network: that while it is fresh, else the service; network_only: always the service.',
  ),
  max_attempts: fetchOptionsShape.max_attempts.describe('Tries of one request to the service.'),
  backoff: fetchOptionsShape.backoff.describe('How the wait between tries grows.'),
  cache_lifetime_s: fetchOptionsShape.cache_lifetime_s.describe(
    'Seconds for which a stored answer counts as fresh.',
  ),
  timeout_ms: fetchOptionsShape.timeout_ms.describe(
    'Milliseconds for the service to answer, without waiting for its rate.',
  ),
};
