import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { pagePaths } from './web-app-paths.ts';

const routerFile = join(import.meta.dirname, '../../../../packages/web/src/app/router.tsx');

it('the gateway answers the addresses of the page, and no others', () => {
  const routes = Array.from(
    readFileSync(routerFile, 'utf8').matchAll(/[pP]age\(\s*'(\/[^']*)'|\bpath: '(\/[^']*)'/g),
    ([, first, second = '']) => first ?? second,
  );
  const isBelow = (path: string, page: string) => path === page || path.startsWith(`${page}/`);
  expect(routes.filter((path) => !pagePaths.some((page) => isBelow(path, page)))).toEqual([]);
  expect(pagePaths.filter((page) => !routes.some((path) => isBelow(path, page)))).toEqual([]);
});
