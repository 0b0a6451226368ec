/** Output of a command: results to standard output, everything else to standard error. */
export interface Terminal {
  print(line: string): void;
  /** A piece of the result, with no line end. */
  write(text: string): void;
  /** A remark for the person who watches. */
  note(line: string): void;
  /** Shows how far several steps are. Close it before the next note. */
  openProgress(): Progress;
}

export interface Progress {
  /** A step that goes from 0 to `total`. */
  addStep(label: string, total: number): ProgressStep;
  close(): void;
}

export interface ProgressStep {
  update(done: number, remark?: string): void;
}
