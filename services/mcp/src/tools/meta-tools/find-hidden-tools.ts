import { type Logger, withinTime } from '@lectern/service';
import type { Caller } from '../../calls/auth-info.ts';
import type { OfferedTools } from '../../offered-tools/offered-tools.ts';
import { metaToolNames } from './meta-tools.ts';

/** Returns the names of the tools that are not listed for a caller. */
export type FindHiddenTools = (caller: Caller, signal: AbortSignal) => Promise<readonly string[]>;

const timeoutMs = 2_000;

/**
 * Hides the tools over outside servers from organisations that do not offer them. They are listed if
 * the setting cannot be read: their calls are refused all the same.
 */
export function createFindHiddenTools({
  outside,
  logger,
}: {
  readonly outside: Pick<OfferedTools, 'areOffered'>;
  readonly logger: Logger;
}): FindHiddenTools {
  return async ({ principal, requestId }, signal) => {
    try {
      const isOffered = await withinTime({ signal, timeoutMs }, () =>
        outside.areOffered(principal.organisationId),
      );
      return isOffered ? [] : metaToolNames;
    } catch (error) {
      logger.warn({ err: error, request_id: requestId }, 'the tool settings cannot be read');
      return [];
    }
  };
}
