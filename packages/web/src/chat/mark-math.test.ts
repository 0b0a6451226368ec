import { describe, expect, it } from '@jest/globals';
import { plainAnswer } from '@lectern/contracts/plain-markdown';
import { markMath } from './mark-math.ts';

describe('formulas in an answer', () => {
  it.each([
    ['an inline formula in parentheses', 'so \\(x^2\\) is', 'so $$x^2$$ is'],
    ['an inline formula between dollars', 'so $x_1$ is', 'so $$x_1$$ is'],
    ['a formula on a line of its own', 'so\n  $$x = 1$$\nis', 'so\n\n  $$\n  x = 1\n  $$\n\nis'],
    ['a formula of its own', 'so\n\\[ x = 1 \\]\nis', 'so\n\n$$\nx = 1\n$$\n\nis'],
  ])('marks %s', (_, text, marked) => {
    expect(markMath(text)).toBe(marked);
  });

  it.each([
    ['prices', 'from $5 to $10 = cheap'],
    ['code', 'run `echo $a_b$` and\n```sh\necho $a_b$ \\(x\\)\n```'],
    ['what is marked already', 'so $$x_1$$ is'],
    ['brackets of a source', plainAnswer('PMID 1, [A cure] and \\(b\\), \\[c\\] [1](x).')],
  ])('leaves %s alone', (_, text) => {
    expect(markMath(text)).toBe(text);
  });
});
