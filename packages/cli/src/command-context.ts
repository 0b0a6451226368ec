import type { Connection } from './connection/connection.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Dependencies of a command. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Version of this program. */
  readonly version: string;
  /**
   * The suite that options, environment or home name.
   * @throws CommandError
   */
  connect(): Promise<Connection>;
  /** Makes the program end with 1 although the command ran to its end. */
  fail(): void;
}
