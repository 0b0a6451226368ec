import { AppError, type Principal, type QuotaName } from '@lectern/contracts';
import { onClosed } from '@lectern/service';
import type { Response } from 'express';

export interface OpenCallsOptions {
  readonly quota: Extract<QuotaName, 'streams' | 'open_requests'>;
  readonly perPerson: number;
  readonly perOrganisation: number;
  /** What other gateway processes have open for an organisation. */
  readonly countOthers: (organisationId: string) => number;
}

/**
 * Counts the calls that are open: by person in this process, by organisation in all of them, where
 * those of other processes are a second old.
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
   * Counts a call until its answer has ended.
   *
   * @throws AppError `rate_limited` when too many are open; it holds `quota`, `used` and `limit`.
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

  /** In this process, by organisation. */
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
