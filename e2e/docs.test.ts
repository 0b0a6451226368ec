import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Documents that a product shows as samples are no documentation. */
const pages = files.filter((file) => file.endsWith('.md') && !file.includes('/demo/files/'));
const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file));

describe('documentation', () => {
  it('links only to files and headings that exist', () => {
    const broken = pages.flatMap((page) =>
      findLinks(read(page))
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const missing = pages
      .filter((page) => page !== 'CHANGELOG.md')
      .flatMap((page) =>
        Array.from(
          read(page).matchAll(
            /`((?:services|packages|e2e|bench|docs|docker|scripts)\/[\w./-]+?)\/?`/g,
          ),
          ([, path = '']) => path,
        )
          .filter((path) => !existsSync(join(root, path)) && !isMade(path))
          .map((path) => `${page}: ${path}`),
      );
    expect(missing).toEqual([]);
  });

  it('is named by its files where code refers to a decision', () => {
    const numbers = new Set(
      decisions.map((file) => file.slice('docs/decisions/'.length).slice(0, 4)),
    );
    const broken = files
      .filter((file) => /\.(ts|tsx|mjs|js|sh|yml)$/.test(file) && file !== 'e2e/house.test.ts')
      .flatMap((file) =>
        Array.from(read(file).matchAll(/\bdecisions?[ /](\d{4})(-[a-z0-9-]+\.md)?/g))
          .filter(([, number = '', rest]) =>
            rest ? !decisions.includes(`docs/decisions/${number}${rest}`) : !numbers.has(number),
          )
          .map(([text]) => `${file}: ${text}`),
      );
    expect(broken).toEqual([]);
  });

  it('defines every bold term of ARCHITECTURE and README in the glossary, alphabetically', () => {
    const terms = Array.from(
      read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \|/gm),
      ([, term = '']) => term,
    );
    expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')));
    const bold = ['ARCHITECTURE.md', 'README.md'].flatMap((page) =>
      Array.from(read(page).matchAll(/\*\*([^*]+)\*\*/g), ([, term = '']) => term.toLowerCase()),
    );
    expect(bold.filter((term) => !terms.includes(term))).toEqual([]);
  });

  it('has at most 35 decisions', () => {
    expect(decisions.length).toBeLessThanOrEqual(35);
  });

  it.each(decisions)('%s says its context, decision and consequences in 500 words', (file) => {
    const text = read(file);
    const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(['Context', 'Decision', 'Consequences']));
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(500);
    expect(text).toMatch(/^# \d{4} [A-Z]/);
  });
});

/** The build writes these. */
function isMade(path: string): boolean {
  return path.startsWith('packages/web/dist') || path.startsWith('packages/cli/dist');
}

function findLinks(text: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^[a-z]+:/.test(link),
  );
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)));
  if (!existsSync(join(root, target))) return false;
  if (heading === undefined || !target.endsWith('.md')) return true;
  return Array.from(read(target).matchAll(/^#+ (.+)$/gm), ([, title = '']) => slug(title)).includes(
    heading,
  );
}

/** Returns the anchor that code forges make of a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
