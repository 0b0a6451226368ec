import { AppError, type Principal, type QuotaName } from '@lectern/contracts';
import { onClosed } from '@lectern/service';
import type { Response } from 'express';

export interface OpenCallsOptions {
  readonly quota: Extract<QuotaName, 'streams' | 'open_requests'>;
  readonly perPerson: number;
  readonly perOrganisation: number;
  /** Returns the open calls of an organisation in other gateway processes. */
  readonly countOthers: (organisationId: string) => number;
}

/**
 * Counts open calls: by person in this process, by organisation in all processes, where the counts
 * of others are a second old.
 */
export class OpenCalls {
  readonly limit: number;
  readonly #options: OpenCallsOptions;
  readonly #people = new Map<string, number>();
  readonly #organisations = new Map<string, number>();

  constructor(options: OpenCallsOptions) {
    this.#options = options;
    this.limit = options.perOrganisation;
  }

  /**
   * Counts a call until its response has ended.
   *
   * @throws AppError `rate_limited` with `quota`, `used` and `limit` when too many are open.
   */
  enter({ userId, organisationId }: Principal, response: Response): void {
    const { perPerson, perOrganisation } = this.#options;
    const person = `${organisationId} ${userId}`;
    const ofPerson = this.#people.get(person) ?? 0;
    if (ofPerson >= perPerson) throw this.#refusal('You have', ofPerson, perPerson);
    const ofAll = this.countAll(organisationId);
    if (ofAll >= perOrganisation) {
      throw this.#refusal('Your organisation has', ofAll, perOrganisation);
    }
    add(this.#people, person, 1);
    add(this.#organisations, organisationId, 1);
    onClosed(response, () => {
      add(this.#people, person, -1);
      add(this.#organisations, organisationId, -1);
    });
  }

  /** Open calls of this process by organisation. */
  get own(): ReadonlyMap<string, number> {
    return this.#organisations;
  }

  countAll(organisationId: string): number {
    return (this.own.get(organisationId) ?? 0) + this.#options.countOthers(organisationId);
  }

  #refusal(whose: string, used: number, limit: number): AppError {
    const { quota } = this.#options;
    const what = quota === 'streams' ? 'open streams' : 'open requests';
    return new AppError('rate_limited', `${whose} ${used} ${what}. End some, or try again later.`, {
      details: { quota, used, limit },
    });
  }
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
