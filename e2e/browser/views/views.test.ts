import { expect, it } from '@jest/globals';
import { pagePaths } from '../../../services/gateway/src/page/page-paths.ts';
import { listViews } from './views.ts';

/** Shown to a client's OAuth request alone; a story follows one. */
const withoutViews = ['/oauth/sign-in', '/oauth/consent'];

it('every page has a view, which is judged and pictured', () => {
  const ids = new Proxy({}, { get: () => 'id' }) as Parameters<typeof listViews>[0];
  const shown = listViews(ids).map(({ path }) => path.replace(/[?].*$/, ''));
  const unseen = pagePaths.filter(
    (page) => !shown.some((path) => path === page || path.startsWith(`${page}/`)),
  );
  expect(unseen.toSorted()).toEqual(withoutViews.toSorted());
});
