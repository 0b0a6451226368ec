import { describe, expect, it } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import express, { type Request } from 'express';
import { findRoute } from './find-route.ts';

describe('findRoute', () => {
  it.each([
    ['/rag/documents/a1/retry?x=/y', '/rag/documents/:id/retry'],
    ['/rag/search', '/rag/search'],
    ['/rag/search/', '/rag/search'],
    ['/', '/'],
    ['/library/a/b', '/'],
    ['/api/auth/sign-in/email', '/api/auth/{*any}'],
    ['/api/auth/a/b/c/d', '/api/auth/{*any}'],
    ['/rag/broken', '/rag/broken'],
    ['/anything', 'unmatched'],
  ])('names the route of %s, and no part of the address: %s', async (address, expected) => {
    const app = express();
    const asked: Request[] = [];
    app.use((request, _response, next) => {
      asked.push(request);
      next();
    });
    const answer = (_request: unknown, response: { end(): void }) => response.end();
    app.get(['/', '/library/{*rest}'], answer);
    app.get('/rag/documents/:id/retry', answer);
    app.get('/rag/search', answer);
    app.get('/rag/broken', () => {
      throw new Error('broken');
    });
    app.all('/api/auth/{*any}', answer);
    app.use((_error: unknown, _request: unknown, response: { end(): void }, _next: unknown) =>
      response.end(),
    );
    await using server = await listenOnFreePort(app);
    await fetch(server.url + address);
    expect(asked.map((request) => findRoute(request))).toEqual([expected]);
  });
});
