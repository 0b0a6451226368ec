import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server';

/** Where `scripts/build-web.mjs` leaves it. */
const builtFile = fileURLToPath(
  new URL('../../../../packages/web/dist/mcp-app/mcp-app.html', import.meta.url),
);

const uri = 'ui://lectern/evidence.html';
/** By the specification of MCP Apps, as the `ui` of `_meta` is. */
const mimeType = 'text/html;profile=mcp-app';

/** Of a tool whose result the app shows. The flat key is the one that older clients read. */
export const evidenceAppToolMeta = { ui: { resourceUri: uri }, 'ui/resourceUri': uri };

/** The app fetches nothing and asks for no permission, so that the client's strictest policy fits. */
const resourceMeta = { ui: { csp: {}, prefersBorder: true } };

export const evidenceAppResource: ListResourcesResult['resources'][number] = {
  uri,
  name: 'evidence',
  title: 'Sources',
  description:
    'Shows what a search or an answer rests on, in the documents, with the words marked.',
  mimeType,
  _meta: resourceMeta,
};

/** The document of the app; undefined where the page was not built. */
export function readEvidenceApp(): string | undefined {
  try {
    return readFileSync(builtFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function toEvidenceAppContents(html: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: html, _meta: resourceMeta }] };
}
