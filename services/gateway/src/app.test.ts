import { expect, it } from '@jest/globals';
import {
  type Endpoint,
  endpoints,
  type InsideEndpoint,
  insideEndpoints,
  protocolPaths,
  toRoutePath,
} from '@lectern/contracts';
import { listServedRoutes } from '@lectern/testing';
import { startGateway } from '../test/start-gateway.ts';
import { createApp } from './app.ts';
import { pagePaths } from './web-app/web-app-paths.ts';

it('serves every endpoint of the tables, protocols and pages, and nothing else', async () => {
  await using gateway = await startGateway();
  const served = listServedRoutes(createApp(gateway.dependencies));
  const described = Object.values<Endpoint>(endpoints);
  const inside = Object.values<InsideEndpoint>(insideEndpoints).filter(
    ({ service }) => service === 'gateway',
  );
  const protocols = served.filter((route) =>
    protocolPaths.some((path) => route.includes(` ${path.split('{')[0]}`)),
  );
  const belowPage = pagePaths.filter((path) => path !== '/').map((path) => `${path}/{*rest}`);
  const pages = [
    ...pagePaths,
    ...belowPage,
    '/icon.svg',
    '/docs',
    '/docs/start.js',
    '/docs/style.css',
    // An unknown address.
    '/{*rest}',
  ];
  expect(protocols).not.toEqual([]);
  expect(served.filter((route) => !protocols.includes(route))).toEqual(
    [
      ...described.map(({ method, path }) => `${method} ${toRoutePath(path)}`),
      ...inside.map(({ method, path }) => `${method} ${path}`),
      ...pages.map((path) => `GET ${path}`),
    ].toSorted(),
  );
});
