import { fileURLToPath } from 'node:url';
import { endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { createOpenApi } from './create-openapi.ts';

const publicFolder = fileURLToPath(new URL('../../public/', import.meta.url));
const viewerFolder = fileURLToPath(
  new URL('.', import.meta.resolve('swagger-ui-dist/package.json')),
);
const viewerFiles = ['/swagger-ui-bundle.js', '/swagger-ui.css'];

/** The viewer sets inline styles and shows its own images. */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const allowViewer: RequestHandler = (_request, response, next) => {
  response.setHeader('content-security-policy', referencePolicy);
  next();
};

/** Mounts the API reference at `/docs`, from our own files, and its source at `/openapi.json`. */
export function mountReferenceRoutes(app: Express, routes: EndpointRoutes, version: string): void {
  const description = Object.freeze(createOpenApi(version));
  routes.mount(endpoints.getOpenApi, () => description);
  app.get('/docs', allowViewer, (_request, response) => {
    response.sendFile('docs.html', { root: publicFolder });
  });
  app.get('/docs/start.js', allowViewer, (_request, response) => {
    response.sendFile('docs.js', { root: publicFolder });
  });
  app.get('/docs/style.css', allowViewer, (_request, response) => {
    response.sendFile('docs.css', { root: publicFolder });
  });
  app.use(
    '/docs/viewer',
    allowViewer,
    (request, _response, next) => next(viewerFiles.includes(request.path) ? undefined : 'router'),
    compression(),
    express.static(viewerFolder, { index: false, maxAge: '1d' }),
  );
}
