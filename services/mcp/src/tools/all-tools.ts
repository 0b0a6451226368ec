import type { Logger } from '@lectern/service';
import type { Knowledge } from '../ports/knowledge.ts';
import { createListCollectionsTool } from './list-collections/list-collections-tool.ts';
import type { SearchSettings } from './search-documents/search-documents.ts';
import { createSearchDocumentsTool } from './search-documents/search-documents-tool.ts';
import type { Tool } from './tool.ts';

export interface AllToolsOptions {
  readonly knowledge: Knowledge;
  readonly search: SearchSettings;
  readonly collectionFilter: boolean;
  readonly logger: Logger;
}

/** Every tool of the documents server, in the order in which it is listed. */
export function createAllTools(options: AllToolsOptions): readonly Tool[] {
  const { knowledge, search, collectionFilter, logger } = options;
  return [
    createSearchDocumentsTool({ knowledge, settings: search, collectionFilter, logger }),
    createListCollectionsTool({ knowledge, timeoutMs: search.timeoutMs, logger }),
  ];
}
