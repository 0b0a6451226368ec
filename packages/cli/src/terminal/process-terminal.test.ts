import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createProcessTerminal } from './process-terminal.ts';

describe('the terminal', () => {
  it.each([
    ['the escape sign', '\u001b[2Jgone'],
    ['its form of one sign', '\u009b2Jgone'],
    ['a title of the window', '\u001b]0;owned\u0007gone'],
    ['a carriage return', 'an invoice\rgone'],
  ])('shows a text with %s and obeys nothing in it', (_what, text) => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const terminal = createProcessTerminal(
      out as unknown as NodeJS.WriteStream,
      err as unknown as NodeJS.WriteStream,
    );
    terminal.print(`a\t${text}\nb`);
    terminal.write(text);
    terminal.note(text);
    for (const stream of [out, err]) {
      const shown = String(stream.read());
      expect(shown).toContain('gone');
      expect(shown).not.toMatch(/(?![\n\t])\p{Cc}/u);
    }
  });
});
