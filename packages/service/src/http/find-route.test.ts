import { describe, expect, it } from '@jest/globals';
import { findRoute } from './find-route.ts';

describe('findRoute', () => {
  it.each([
    ['/documents/:id/retry', '/rag/documents/a1/retry?x=/y', '/rag/documents/:id/retry'],
    ['/search', '/rag/search', '/rag/search'],
    ['/search', '/rag/search/', '/rag/search'],
    ['/', '/rag/collections', '/rag/collections'],
    ['/', '/', '/'],
    ['/chat/mcp', '/chat/mcp', '/chat/mcp'],
  ])('names the route %s of the address %s', (path, originalUrl, expected) => {
    expect(findRoute({ route: { path }, originalUrl })).toBe(expected);
  });

  it('does not name what no route answers', () => {
    expect(findRoute({ route: undefined, originalUrl: '/anything' })).toBe('unmatched');
  });
});
