import type { ModelTask } from './model-task.ts';

/** Models read no more of a text, about. */
const maxCharacters = 2_000;
/** Share of the last task in the pace. */
const newShare = 0.1;

/** What a model has been given and has not done, and how fast it has been of late. */
export class WorkAhead {
  #characters = 0;
  #msACharacter: number | undefined;

  /** Counts tasks until they are done, or no longer wanted: one may still be done after that. */
  begin(tasks: readonly ModelTask[]): { done(task: ModelTask): void; end(): void } {
    let left = tasks.reduce((sum, task) => sum + sizeOf(task), 0);
    this.#characters += left;
    const take = (characters: number) => {
      const taken = Math.min(left, characters);
      left -= taken;
      this.#characters -= taken;
    };
    return { done: (task) => take(sizeOf(task)), end: () => take(left) };
  }

  /** Learns how long a process took for a task. */
  note(task: ModelTask, ms: number): void {
    const pace = ms / Math.max(1, sizeOf(task));
    const before = this.#msACharacter ?? pace;
    this.#msACharacter = before + newShare * (pace - before);
  }

  /**
   * About how long it takes until these are done too. 0 where nothing else is before them: only by
   * trying does it show how fast the machine is now.
   */
  estimateMs(tasks: readonly ModelTask[], processes: number): number {
    if (this.#characters === 0) return 0;
    const more = tasks.reduce((sum, task) => sum + sizeOf(task), 0);
    return ((this.#characters + more) * (this.#msACharacter ?? 0)) / processes;
  }
}

function sizeOf(task: ModelTask): number {
  const { length } = task.kind === 'embed' ? task.text : task.query + task.passage;
  return Math.min(maxCharacters, length);
}
