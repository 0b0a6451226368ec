import { AppError, type Principal, type QuotaName } from '@lectern/contracts';
import type { Response } from 'express';

export interface OpenCallsOptions {
  readonly quota: Extract<QuotaName, 'streams' | 'open_requests'>;
  readonly perPerson: number;
  readonly perOrganisation: number;
}

/** Counts the calls that are open in this process, by person and by organisation. */
export class OpenCalls {
  readonly limit: number;
  readonly #options: OpenCallsOptions;
  readonly #open = new Map<string, number>();

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
    const counted = [
      { key: `${organisationId} ${userId}`, limit: perPerson, whose: 'You have' },
      { key: organisationId, limit: perOrganisation, whose: 'Your organisation has' },
    ];
    for (const { key, limit, whose } of counted) {
      const used = this.#count(key);
      if (used >= limit) throw this.#refusal(whose, used, limit);
    }
    for (const { key } of counted) this.#open.set(key, this.#count(key) + 1);
    response.once('close', () => {
      for (const { key } of counted) this.#leave(key);
    });
  }

  countOf(organisationId: string): number {
    return this.#count(organisationId);
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #leave(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }

  #refusal(whose: string, used: number, limit: number): AppError {
    const { quota } = this.#options;
    const what = quota === 'streams' ? 'open streams' : 'open requests';
    return new AppError('rate_limited', `${whose} ${used} ${what}. End some, or try again later.`, {
      details: { quota, used, limit },
    });
  }
}
