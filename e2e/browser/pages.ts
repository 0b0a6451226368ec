/** Every page of who is signed in. */
export const pages = [
  '/',
  '/library',
  '/search',
  '/research',
  '/tools',
  '/people',
  '/keys',
  '/connect',
  '/audit',
  '/operations',
  '/settings',
  '/help',
];

/** Pages of who is not. */
export const openPages = ['/', '/setup?token=t', '/join?token=t', '/reset?token=t'];
