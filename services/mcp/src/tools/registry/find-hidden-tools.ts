import type { Logger } from '@lectern/service';
import type { Caller } from '../../calls/auth-info.ts';
import type { OutsideTools } from '../../ports/outside-tools.ts';
import { registryToolNames } from './registry-tools.ts';

/** Names of the tools that are not listed for a caller. */
export type FindHiddenTools = (caller: Caller, signal: AbortSignal) => Promise<readonly string[]>;

/** Listing waits no longer for the registry. */
const timeoutMs = 2_000;

/**
 * Hides the tools of the registry from organisations that do not offer them. They are listed while
 * that cannot be told: the registry itself refuses the calls.
 */
export function createFindHiddenTools({
  outside,
  logger,
}: {
  readonly outside: OutsideTools;
  readonly logger: Logger;
}): FindHiddenTools {
  return async ({ token, requestId }, signal) => {
    try {
      const isOffered = await outside.areOffered({ token, requestId, timeoutMs, signal });
      return isOffered ? [] : registryToolNames;
    } catch (error) {
      logger.warn({ err: error, request_id: requestId }, 'the settings of tools cannot be read');
      return [];
    }
  };
}
