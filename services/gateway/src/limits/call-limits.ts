import type { Principal, QuotaUse } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { Response } from 'express';
import { OpenCalls } from './open-calls.ts';
import { RateLimit } from './rate-limit.ts';
import type { SharedBuckets } from './shared-buckets.ts';

export interface CallLimitSettings {
  readonly requestsPerMinute: number;
  /** At once, for each process; streams are requests too. */
  readonly openRequests: number;
  readonly openStreams: number;
}

/** What one caller, and one organisation, may ask for. */
export interface CallLimits {
  /**
   * Counts one request until its answer has ended.
   *
   * @throws AppError `rate_limited`.
   */
  take(caller: Principal, response: Response): Promise<void>;
  /** The same of a request that is answered by a stream, after `take`. */
  takeStream(caller: Principal, response: Response): void;
  listUse(organisationId: string): Promise<readonly QuotaUse[]>;
}

export function createCallLimits(
  { person, organisation }: Readonly<Record<'person' | 'organisation', CallLimitSettings>>,
  shared: SharedBuckets,
  logger: Logger,
): CallLimits {
  const requests = new RateLimit({
    name: 'requests',
    perMinute: person.requestsPerMinute,
    shared,
    logger,
  });
  const organisationRequests = new RateLimit({
    name: 'organisation_requests',
    quota: 'requests',
    perMinute: organisation.requestsPerMinute,
    shared,
    logger,
  });
  const openRequests = new OpenCalls({
    quota: 'open_requests',
    perPerson: person.openRequests,
    perOrganisation: organisation.openRequests,
  });
  const streams = new OpenCalls({
    quota: 'streams',
    perPerson: person.openStreams,
    perOrganisation: organisation.openStreams,
  });
  return {
    async take(caller, response) {
      openRequests.enter(caller, response);
      await requests.take(`${caller.organisationId} ${caller.userId}`);
      await organisationRequests.take(caller.organisationId);
    },
    takeStream(caller, response) {
      streams.enter(caller, response);
    },
    async listUse(organisationId) {
      const { limit } = organisationRequests;
      const used = await organisationRequests.countUsed(organisationId);
      return [
        { quota: 'streams', used: streams.countOf(organisationId), limit: streams.limit },
        {
          quota: 'open_requests',
          used: openRequests.countOf(organisationId),
          limit: openRequests.limit,
        },
        { quota: 'requests', used, limit },
      ];
    },
  };
}
