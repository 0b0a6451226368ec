import type { Connection } from './connection/connection.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What a command is given. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Of this program. */
  readonly version: string;
  /**
   * The suite that options, environment or home name.
   * @throws CommandError
   */
  connect(): Promise<Connection>;
  /** Makes the program end with 1 although the command ran to its end. */
  fail(): void;
}
