import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server';

/** Output of `scripts/build-web.mjs`. */
const builtFile = fileURLToPath(
  new URL('../../../../packages/web/dist/mcp-app/mcp-app.html', import.meta.url),
);

const uri = 'ui://lectern/evidence.html';
/** Defined by the specification of MCP Apps, like `ui` of `_meta`. */
const mimeType = 'text/html;profile=mcp-app';

/** Metadata of a tool whose result the app shows. Older clients read the flat key. */
export const evidenceAppToolMeta = { ui: { resourceUri: uri }, 'ui/resourceUri': uri };

/** The app fetches nothing and needs no permission, so the strictest policy fits. */
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

/** Returns the document of the app; undefined if the page was not built. */
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
