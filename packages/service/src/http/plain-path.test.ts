import { describe, expect, it } from '@jest/globals';
import { isPlainPath } from './plain-path.ts';

describe('isPlainPath', () => {
  it.each([
    '/',
    '/api/collections',
    '/api/documents/a-b_c.d~e',
    '/docs/',
    '/x/%C3%A4%20%3F',
    '/x/..a',
  ])('takes %s', (path) => expect(isPlainPath(path)).toBe(true));

  it.each([
    '',
    '*',
    'http://localhost/api/me',
    '//evil/api/me',
    '/api//me',
    '/api/auth/x/../sign-in/email',
    '/api/auth/./sign-in/email',
    '/api/auth/x/..',
    '/api/auth/%2e%2e/x',
    '/api/auth/.%2E/x',
    '/api/auth\\sign-in',
    '/api/auth%2fsign-in',
    '/api/auth%5csign-in',
    '/%61pi/me',
    '/api/me%00',
    '/api/me%0a',
    '/api/\tme',
    '/api/mé',
    '/api/%ff',
    '/api/%ed%a0%80',
    '/api/%',
    '/api/me#x',
  ])('refuses %j', (path) => expect(isPlainPath(path)).toBe(false));
});
