import type { ModelTask } from './model-task.ts';

/** Approximate maximum characters that models read of a text. */
const maxCharacters = 2_000;
/** Share of the last task in the pace. */
const newShare = 0.1;
/** Share of the given time that is planned; the rest is for unforeseen delays. */
const safeShare = 0.8;

/** Pending work of a model and its recent pace. */
export class WorkAhead {
  #characters = 0;
  #msACharacter: number | undefined;

  /**
   * Adds tasks to the pending work until they are done, or no longer wanted: one may still finish
   * after that.
   */
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

  /** Records how long a process took for a task. */
  note(task: ModelTask, ms: number): void {
    const pace = ms / Math.max(1, sizeOf(task));
    const before = this.#msACharacter ?? pace;
    this.#msACharacter = before + newShare * (pace - before);
  }

  /**
   * Returns how many of the tasks, from the first, would be done in this time too. At least one if
   * nothing else is pending: only a try shows the machine's current speed.
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
