import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import { AppError } from '@lectern/contracts';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { createPagePolicy } from './security-headers.ts';
import { pagePaths } from './web-app-paths.ts';

/** Output folder of `scripts/build-web.mjs`. */
export const builtPageFolder = fileURLToPath(
  new URL('../../../../packages/web/dist', import.meta.url),
);

/** Placeholder in the built page for the nonce of style elements. */
const nonceMark = '__STYLE_NONCE__';

/** The default, 4, takes as long and leaves scripts 6 % larger. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Mounts the page, which is one document under many addresses, and its files. */
export function mountPageRoutes(app: Express, folder: string): void {
  const readDocument = createDocumentReader(join(folder, 'index.html'));
  const paths = pagePaths.flatMap((path) => (path === '/' ? [path] : [path, `${path}/{*rest}`]));

  const sendPage: RequestHandler = (_request, response) => {
    const nonce = randomBytes(16).toString('base64url');
    response.setHeader('content-security-policy', createPagePolicy(nonce));
    response.setHeader('cache-control', 'no-cache');
    response.type('html').send(readDocument().replaceAll(nonceMark, nonce));
  };
  app.get(paths, sendPage);
  // A file's name changes with its content.
  app.use(
    '/assets',
    (_request, response, next) => {
      response.setHeader('content-security-policy', createPagePolicy());
      response.removeHeader('cache-control');
      next();
    },
    compression({ brotli }),
    express.static(join(folder, 'assets'), { index: false, immutable: true, maxAge: '365d' }),
  );
  app.get('/icon.svg', (_request, response) => {
    response.removeHeader('cache-control');
    response.sendFile('icon.svg', { root: folder, maxAge: '1d' });
  });
  // A person at an unknown address sees the page's own message; clients get the JSON error.
  app.get('/{*rest}', (request, response, next) => {
    const isForPeople = request.accepts(['json', 'html']) === 'html';
    if (!isForPeople || /^\/(api|assets|v1|\.well-known)\//.test(request.path)) return next();
    response.status(404);
    return sendPage(request, response, next);
  });
}

/** Caches the document and reads it again after a new build. */
function createDocumentReader(file: string): () => string {
  let kept: { readonly modifiedMs: number; readonly text: string } | undefined;
  return () => {
    const modifiedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedMs === undefined) {
      throw new AppError('service_unavailable', undefined, {
        cause: new Error(`${file} is missing: build it by node scripts/build-web.mjs`),
      });
    }
    if (kept?.modifiedMs !== modifiedMs) kept = { modifiedMs, text: readFileSync(file, 'utf8') };
    return kept.text;
  };
}
