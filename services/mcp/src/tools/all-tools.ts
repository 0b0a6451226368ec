import type { Logger } from '@lectern/service';
import type { Files } from '../files/files.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Literature } from '../literature/literature.ts';
import type { OfferedTools } from '../offered-tools/offered-tools.ts';
import { createClinicalTrialsGetTool } from './clinicaltrials-get/clinicaltrials-get-tool.ts';
import { createClinicalTrialsSearchTool } from './clinicaltrials-search/clinicaltrials-search-tool.ts';
import { createCreateFileTool } from './files/create-file-tool.ts';
import { createListDirectoryTool } from './files/list-directory-tool.ts';
import { createReadFileTool } from './files/read-file-tool.ts';
import { createGetDocumentTool } from './get-document/get-document-tool.ts';
import { createGetSurroundingChunksTool } from './get-surrounding-chunks/get-surrounding-chunks-tool.ts';
import { createListCollectionsTool } from './list-collections/list-collections-tool.ts';
import { createMetaTools } from './meta-tools/meta-tools.ts';
import { createPubmedGetTool } from './pubmed-get/pubmed-get-tool.ts';
import { createPubmedSearchTool } from './pubmed-search/pubmed-search-tool.ts';
import { createRagQueryTool } from './rag-query-with-chunks/rag-query-with-chunks-tool.ts';
import type { RagQueryTracing } from './rag-query-with-chunks/trace-rag-query.ts';
import type { ResearchService } from './research/http-research-service.ts';
import { createResearchTool } from './research/research-tool.ts';
import { createRetrieveContextTool } from './retrieve-context/retrieve-context-tool.ts';
import { createSaveLiteratureTool } from './save-literature/save-literature-tool.ts';
import type { SearchSettings } from './search-documents/search-documents.ts';
import { createSearchDocumentsTool } from './search-documents/search-documents-tool.ts';
import type { Tool } from './tool.ts';

export interface AllToolsOptions {
  readonly knowledge: Knowledge;
  readonly search: SearchSettings;
  readonly collectionFilter: boolean;
  /** Default number of articles of the knowledge service. */
  readonly usualTopK: number;
  readonly tracing: RagQueryTracing;
  /** Undefined: there are no tools for files. */
  readonly files: Files | undefined;
  /** Undefined: there are no tools for literature. */
  readonly literature: { readonly source: Literature; readonly timeoutMs: number } | undefined;
  /** Undefined: there is no tool for research. */
  readonly research: ResearchService | undefined;
  /** Undefined: there are no tools for outside servers. */
  readonly outside: OfferedTools | undefined;
  readonly logger: Logger;
}

/** Creates every tool of the server in the order of the list. */
export function createAllTools(options: AllToolsOptions): readonly Tool[] {
  const { knowledge, search, collectionFilter, usualTopK, tracing, files, literature } = options;
  const { research, outside, logger } = options;
  const reading = { knowledge, timeoutMs: search.timeoutMs, logger };
  return [
    createSearchDocumentsTool({ knowledge, settings: search, collectionFilter, logger }),
    createRetrieveContextTool({ ...reading, usualTopK, collectionFilter }),
    createListCollectionsTool(reading),
    createGetDocumentTool(reading),
    createGetSurroundingChunksTool(reading),
    createRagQueryTool({ knowledge, collectionFilter, tracing, logger }),
    ...(literature ? createLiteratureTools(literature, knowledge, logger) : []),
    ...(research ? [createResearchTool({ research, logger })] : []),
    ...(files
      ? [
          createListDirectoryTool({ files, logger }),
          createReadFileTool({ files, logger }),
          createCreateFileTool({ files, logger }),
        ]
      : []),
    ...(outside ? createMetaTools({ outside, logger }) : []),
  ];
}

function createLiteratureTools(
  { source, timeoutMs }: NonNullable<AllToolsOptions['literature']>,
  knowledge: Knowledge,
  logger: Logger,
): readonly Tool[] {
  const options = { literature: source, timeoutMs, logger };
  return [
    createPubmedSearchTool(options),
    createPubmedGetTool(options),
    createClinicalTrialsSearchTool(options),
    createClinicalTrialsGetTool(options),
    createSaveLiteratureTool({ ...options, knowledge }),
  ];
}
