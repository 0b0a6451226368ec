import type { ModelTask } from './model-task.ts';

/** Models read no more of a text, about. */
const maxCharacters = 2_000;
/** Share of the last task in the pace. */
const newShare = 0.1;
/** Of a time that is given; the rest is for what the pace does not foresee. */
const safeShare = 0.8;

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
   * How many of the tasks, from the first, would be done in that time too. One at least where nothing
   * else is before them: only by trying does it show how fast the machine is now.
   */
  countFitting(tasks: readonly ModelTask[], timeoutMs: number, processes: number): number {
    if (this.#msACharacter === undefined) return tasks.length;
    let left = (timeoutMs * safeShare * processes) / this.#msACharacter - this.#characters;
    const fitting = tasks.findIndex((task) => {
      left -= sizeOf(task);
      return left < 0;
    });
    if (fitting < 0) return tasks.length;
    return this.#characters === 0 ? Math.max(1, fitting) : fitting;
  }
}

function sizeOf(task: ModelTask): number {
  const { length } = task.kind === 'embed' ? task.text : task.query + task.passage;
  return Math.min(maxCharacters, length);
}
