import { fileURLToPath } from 'node:url';
import express, { type Express, type RequestHandler } from 'express';
import { pagePolicy } from './security-headers.ts';

const publicFolder = fileURLToPath(new URL('../../public/', import.meta.url));

const allowPage: RequestHandler = (_request, response, next) => {
  response.setHeader('content-security-policy', pagePolicy);
  response.setHeader('cache-control', 'no-cache');
  next();
};

/** The page at `/`, the pages of links, and their files. */
export function mountPageRoutes(app: Express): void {
  app.get('/', allowPage, (_request, response) => {
    response.sendFile('index.html', { root: publicFolder });
  });
  for (const name of ['setup', 'join', 'reset']) {
    app.get(`/${name}`, allowPage, (_request, response) => {
      response.sendFile(`${name}.html`, { root: publicFolder });
    });
  }
  for (const path of ['/oauth/sign-in', '/oauth/consent']) {
    app.get(path, allowPage, (_request, response) => {
      response.sendFile('oauth.html', { root: publicFolder });
    });
  }
  app.use('/assets', allowPage, express.static(`${publicFolder}assets`, { index: false }));
}
