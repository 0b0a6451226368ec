import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { pngBase64 } from './samples.ts';

const fixed = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: pngBase64 },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};
const templatePattern = /^test:\/\/template\/([^/]+)\/data$/;

/** Mounts the suite's resources in place of documents. */
export function mountFixtureResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(fixed).map(([uri, { mimeType }]) => ({
      uri,
      name: uri,
      description: `Fixture ${uri}.`,
      mimeType,
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = Object.entries(fixed).find(([known]) => known === uri)?.[1];
    if (found) return { contents: [{ uri, ...found }] };
    const id = templatePattern.exec(uri)?.[1];
    if (id === undefined) throw new ResourceNotFoundError(uri);
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  });
}
