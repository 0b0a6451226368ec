import type { Report } from '../suite/report.ts';

export interface Problems {
  /** Accepted, and not there any more. */
  readonly lost?: readonly string[];
  /** There more than once. */
  readonly duplicated?: readonly string[];
  /** There, and belonging to nothing. */
  readonly orphans?: readonly string[];
}

/** Counts what the checks of the stores find, by kind. */
export class Tally {
  readonly #report: Report;
  readonly #counts = { lost: 0, duplicated: 0, orphans: 0 };

  constructor(report: Report) {
    this.#report = report;
  }

  check(name: string, { lost = [], duplicated = [], orphans = [] }: Problems): void {
    this.#counts.lost += lost.length;
    this.#counts.duplicated += duplicated.length;
    this.#counts.orphans += orphans.length;
    this.#report.check(name, [...lost, ...duplicated, ...orphans]);
  }

  describe(): string {
    const { lost, duplicated, orphans } = this.#counts;
    return `${lost} lost, ${duplicated} duplicated, ${orphans} orphans`;
  }
}
