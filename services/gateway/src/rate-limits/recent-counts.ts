const slotMs = 5_000;
const slotsOfMinute = 12;

/** Counts the last minute by key, in steps of five seconds. */
export class RecentCounts {
  readonly #slots = new Map<string, Map<number, number>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  add(key: string): void {
    const slots = this.#slots.get(key) ?? new Map<number, number>();
    const slot = this.#slot();
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
    this.#slots.set(key, slots);
  }

  count(key: string): number {
    const slots = this.#slots.get(key);
    const oldest = this.#slot() - slotsOfMinute;
    let sum = 0;
    for (const [slot, count] of slots ?? []) {
      if (slot > oldest) sum += count;
      else slots?.delete(slot);
    }
    if (sum === 0) this.#slots.delete(key);
    return sum;
  }

  keys(): string[] {
    return [...this.#slots.keys()];
  }

  #slot(): number {
    return Math.floor(this.#now() / slotMs);
  }
}
