import type { Principal, QuotaUse } from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import type { Response } from 'express';
import { OpenCalls } from './open-calls.ts';
import { RateLimit } from './rate-limit.ts';
import { RecentCounts } from './recent-counts.ts';
import type { SharedBuckets } from './shared-buckets.ts';
import type { CallCounts, SharedCounts } from './shared-counts.ts';

export interface CallLimitSettings {
  readonly requestsPerMinute: number;
  /** Maximum open requests, streams included. Those of a person are counted per process. */
  readonly openRequests: number;
  readonly openStreams: number;
}

/** Limits of a caller and an organisation. */
export interface CallLimits {
  /**
   * Counts a request until its response has ended.
   *
   * @throws AppError `rate_limited`.
   */
  consume(caller: Principal, response: Response): Promise<void>;
  /** Counts a streamed request, after `take`. */
  takeStream(caller: Principal, response: Response): void;
  listUse(organisationId: string): readonly QuotaUse[];
  /** Returns the counts of this process by organisation, without empty ones. */
  listOwn(): ReadonlyMap<string, CallCounts>;
}

export interface CallLimitsOptions {
  readonly person: CallLimitSettings;
  readonly organisation: CallLimitSettings;
  readonly shared: SharedBuckets;
  readonly sharedCounts: Pick<SharedCounts, 'othersOf'>;
  readonly logger: Logger;
}

export function createCallLimits({
  person,
  organisation,
  shared,
  sharedCounts,
  logger,
}: CallLimitsOptions): CallLimits {
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
    countOthers: (organisationId) => sharedCounts.othersOf(organisationId).openRequests,
  });
  const streams = new OpenCalls({
    quota: 'streams',
    perPerson: person.openStreams,
    perOrganisation: organisation.openStreams,
    countOthers: (organisationId) => sharedCounts.othersOf(organisationId).streams,
  });
  const recent = new RecentCounts();
  return {
    async consume(caller, response) {
      openRequests.enter(caller, response);
      await requests.consume(`${caller.organisationId} ${caller.userId}`);
      await organisationRequests.consume(caller.organisationId);
      recent.add(caller.organisationId);
    },
    takeStream(caller, response) {
      streams.enter(caller, response);
    },
    listUse(organisationId) {
      const requestsUsed =
        recent.count(organisationId) + sharedCounts.othersOf(organisationId).requests;
      return [
        { quota: 'streams', used: streams.countAll(organisationId), limit: streams.limit },
        {
          quota: 'open_requests',
          used: openRequests.countAll(organisationId),
          limit: openRequests.limit,
        },
        { quota: 'requests', used: requestsUsed, limit: organisationRequests.limit },
      ];
    },
    listOwn() {
      const own = new Map<string, CallCounts>();
      for (const organisationId of new Set([...recent.keys(), ...openRequests.own.keys()])) {
        const counts = {
          openRequests: openRequests.own.get(organisationId) ?? 0,
          streams: streams.own.get(organisationId) ?? 0,
          requests: recent.count(organisationId),
        };
        if (counts.openRequests + counts.requests > 0) own.set(organisationId, counts);
      }
      return own;
    },
  };
}
