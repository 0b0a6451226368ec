import type { Readable, Writable } from 'node:stream';

/** Where messages of a local MCP client come in and answers go out. */
export interface Stdio {
  readonly stdin: Readable;
  readonly stdout: Writable;
}
