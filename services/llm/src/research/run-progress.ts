import { joinState, type ResearchStateUpdate, type ResearchStateValue } from './research-state.ts';

/**
 * Gathers the results of a run's nodes. Branches that run side by side add to one of these;
 * it is what there is to tell when the time is up before the graph has ended.
 */
export class RunProgress {
  #state: ResearchStateValue;
  #isWritten = false;

  constructor(state: ResearchStateValue) {
    this.#state = state;
  }

  get state(): ResearchStateValue {
    return this.#state;
  }

  /** True once an answer was written in this run. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  add(update: ResearchStateUpdate): void {
    this.#state = joinState(this.#state, update);
    this.#isWritten ||= update.answer !== undefined;
  }
}
