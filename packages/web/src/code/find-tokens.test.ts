import { describe, expect, it } from '@jest/globals';
import { findTokens } from './find-tokens.ts';

const show = (text: string, language: string) =>
  findTokens(text, language).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('findTokens', () => {
  it('finds keywords, names, numbers, texts and comments', () => {
    expect(show("def area(r):\n  # π\n  return 3.14 * len('x')", 'Python')).toEqual([
      'kwd def',
      'func area',
      'cmnt # π',
      'kwd return',
      'num 3.14',
      'oper *',
      'func len',
      "str 'x'",
    ]);
  });

  it('reads the scripts of a page', () => {
    expect(show('<script>let a = 1</script>', 'html')).toContain('kwd let');
  });

  it.each(['brainfuck', '', 'constructor'])(
    'leaves the unknown language "%s" plain',
    (language) => {
      expect(findTokens('let a = 1', language)).toEqual([]);
    },
  );

  it.each(['js', 'toml', 'css'])('reads no endless line of %s, and others in time', (language) => {
    const before = process.cpuUsage();
    expect(findTokens('a'.repeat(40_000), language)).toEqual([]);
    findTokens(`${'a'.repeat(500)}\n`.repeat(39), language);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it('leaves a very long code plain', () => {
    expect(findTokens('let a = 1;\n'.repeat(5_000), 'js')).toEqual([]);
  });
});
