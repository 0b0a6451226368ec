import { readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Value of a variable, or the problem with it. */
export type Variable = { readonly value: string | undefined } | { readonly problem: string };

/**
 * Reads variable `X`, or the file that `X_FILE` names, without a line end, so that secrets can stay
 * out of the environment. An empty variable counts as missing.
 */
export function readVariable(name: string, environment: Environment): Variable {
  const value = environment[name] || undefined;
  const file = environment[`${name}_FILE`];
  if (!file) return { value };
  if (value !== undefined) return { problem: `${name}: is also given by ${name}_FILE` };
  try {
    return { value: readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined };
  } catch (error) {
    return {
      problem: `${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`,
    };
  }
}
