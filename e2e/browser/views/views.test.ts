import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { listViews } from './views.ts';

const pathsFile = join(
  import.meta.dirname,
  '../../../services/gateway/src/web-app/web-app-paths.ts',
);
it('every page has a view, which is judged and pictured', () => {
  const ids = new Proxy({}, { get: () => 'id' }) as Parameters<typeof listViews>[0];
  const shown = listViews(ids).map(({ path }) => path.replace(/[?].*$/, ''));
  const pages = Array.from(
    readFileSync(pathsFile, 'utf8').matchAll(/^ {2}'(\/.*)',$/gm),
    ([, page = '']) => page,
  );
  const unseen = pages.filter(
    (page) => !shown.some((path) => path === page || path.startsWith(`${page}/`)),
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(unseen).toEqual([]);
});
