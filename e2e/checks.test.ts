import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it.each(['docs/security-checks.md', 'docs/contract-checks.md'])(
  '%s names tests that there are',
  (page) => {
    const named = [...read(page).matchAll(/ \| `([\w/.-]+\.ts)`: (.+) \|$/gm)];
    expect(named.length).toBeGreaterThan(50);
    const missing = named.filter(([, file = '', title = '']) => !read(file).includes(title));
    expect(missing.map(([, ...test]) => test)).toEqual([]);
  },
);
