import { setTimeout as delay } from 'node:timers/promises';
import type { Activity, LoadContext } from './activity.ts';
import { agentActivity } from './agent-activity.ts';
import { chatActivity } from './chat-activity.ts';
import { documentsActivity } from './documents-activity.ts';
import { eventsActivity, mistakesActivity, signInActivity } from './people-activities.ts';
import { searchActivity } from './search-activity.ts';

const activities: readonly Activity[] = [
  documentsActivity,
  searchActivity,
  searchActivity,
  chatActivity,
  agentActivity,
  eventsActivity,
  eventsActivity,
  signInActivity,
  mistakesActivity,
];

/** A steady load of everything that people and agents do, which can be paused. */
export class Load {
  readonly #context: LoadContext;
  /** Unexpected answers. */
  readonly problems: string[] = [];
  readonly #turns: number[] = activities.map((_, place) => place);

  constructor(context: LoadContext) {
    this.#context = context;
  }

  /** Turns taken since the start. */
  get turns(): number {
    return this.#turns.reduce((sum, turn, place) => sum + turn - place, 0);
  }

  /** Resolves when the time is over and every turn has ended. */
  async runFor(milliseconds: number, signal: AbortSignal): Promise<void> {
    const over = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    await Promise.all(activities.map((activity, place) => this.#repeat(activity, place, over)));
    signal.throwIfAborted();
  }

  async #repeat(
    { name, restMs, takeTurn }: Activity,
    place: number,
    over: AbortSignal,
  ): Promise<void> {
    while (!over.aborted) {
      const turn = this.#turns[place] ?? 0;
      this.#turns[place] = turn + 1;
      try {
        await takeTurn(this.#context, turn);
      } catch (error) {
        this.problems.push(`${name}: ${(error as Error).message}`);
      }
      await delay(restMs, undefined, { signal: over }).catch(() => {});
    }
  }
}
