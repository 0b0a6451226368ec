import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createProcessTerminal } from './process-terminal.ts';

function openTerminal({ isTTY }: { readonly isTTY: boolean }) {
  const [out, err] = [Object.assign(new PassThrough(), { isTTY }), new PassThrough()];
  const terminal = createProcessTerminal(
    out as unknown as NodeJS.WriteStream,
    err as unknown as NodeJS.WriteStream,
  );
  return { terminal, out, err };
}

describe('the terminal', () => {
  it.each([
    ['the escape sign', '\u001b[2Jgone'],
    ['its form of one sign', '\u009b2Jgone'],
    ['a title of the window', '\u001b]0;owned\u0007gone'],
    ['a carriage return', 'an invoice\rgone'],
  ])('shows a text with %s and obeys nothing in it', (_what, text) => {
    const { terminal, out, err } = openTerminal({ isTTY: true });
    terminal.print(`a\t${text}\nb`);
    terminal.write(text);
    terminal.note(text);
    for (const stream of [out, err]) {
      const shown = String(stream.read());
      expect(shown).toContain('gone');
      expect(shown).not.toMatch(/(?![\n\t])\p{Cc}/u);
    }
  });

  it('gives a file or another program a result as it is', () => {
    const { terminal, out } = openTerminal({ isTTY: false });
    terminal.write('TY  - JOUR\r\nTI  - \u001b[1m\r\n');
    expect(String(out.read())).toBe('TY  - JOUR\r\nTI  - \u001b[1m\r\n');
  });
});
