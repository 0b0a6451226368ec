import {
  fetchPolicySchema,
  idSchema,
  nctIdSchema,
  pmidSchema,
  savedRecordsSchema,
} from '@lectern/contracts';
import type { Logger } from '@lectern/service';
import { z } from 'zod';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toKnowledgeCall } from '../../knowledge/knowledge-call.ts';
import type { Literature } from '../../literature/literature.ts';
import { createCheckedTool } from '../checked-tool.ts';
import { inLanguages } from '../in-languages.ts';
import type { Tool } from '../tool.ts';
import { toPublicationDocument, toTrialDocument } from './to-document.ts';

const description = {
  en: `Saves publications of PubMed and studies of ClinicalTrials.gov into a collection of the team, where they are searched and cited like any document. Saved again, a record that has changed becomes a new version of its document, and one that has not stays as it is. Records fetched within a day are saved as they were fetched; fetch_policy "network_only" asks anew.

Use it when the user asks to keep records. collection_id comes from list_collections and needs the right to write.

Example: "Keep PMID 23121403 in Thrombosis" -> collection_id: "...", pmids: ["23121403"]`,
  ru: `Сохраняет публикации PubMed и исследования ClinicalTrials.gov в коллекцию команды как документы; при повторном сохранении изменившаяся запись обновляется.`,
};

const inputSchema = z.strictObject({
  collection_id: idSchema.meta(
    inLanguages({ en: 'Collection to save into.', ru: 'Коллекция для сохранения.' }),
  ),
  pmids: z
    .array(pmidSchema)
    .max(50)
    .default([])
    .meta(inLanguages({ en: 'Publications.', ru: 'Публикации.' })),
  nct_ids: z
    .array(nctIdSchema)
    .max(50)
    .default([])
    .meta(inLanguages({ en: 'Studies.', ru: 'Исследования.' })),
  fetch_policy: fetchPolicySchema.default('cache_then_network').meta(
    inLanguages({
      en: 'network_only fetches the records again.',
      ru: 'network_only запрашивает данные заново.',
    }),
  ),
});

/** Maximum age of stored records that are saved. */
const fetchOptions = {
  max_attempts: 3,
  backoff: 'exponential',
  cache_lifetime_s: 86_400,
} as const;

export interface SaveLiteratureOptions {
  readonly literature: Literature;
  readonly knowledge: Knowledge;
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/** Creates `save_literature`, which saves records as documents by external ids. */
export function createSaveLiteratureTool(options: SaveLiteratureOptions): Tool {
  const { literature, knowledge, timeoutMs, logger } = options;
  return createCheckedTool({
    name: 'save_literature',
    title: 'Save literature records',
    description,
    inputSchema,
    outputSchema: savedRecordsSchema,
    scope: 'documents:write',
    annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },
    logger,
    async work({ collection_id, pmids, nct_ids, fetch_policy }, call) {
      const options = { ...fetchOptions, fetch_policy };
      const asking = { organisationId: call.principal.organisationId, signal: call.signal };
      const [publications, trials] = await Promise.all([
        pmids.length > 0
          ? literature.getPublications({ pmids, include_full_text: false, ...options }, asking)
          : undefined,
        nct_ids.length > 0 ? literature.getTrials({ nct_ids, ...options }, asking) : undefined,
      ]);
      const documents = [
        ...(publications?.publications ?? []).map(toPublicationDocument),
        ...(trials?.trials ?? []).map(toTrialDocument),
      ];
      const missing = (['not_found', 'not_cached'] as const).flatMap((status) =>
        [
          ...(publications?.[status] ?? []).map((pmid) => `pubmed:${pmid}`),
          ...(trials?.[status] ?? []).map((id) => `clinicaltrials:${id}`),
        ].map((external_id) => ({ external_id, document_id: null, status })),
      );
      if (documents.length === 0) return { documents: missing };
      const saved = await knowledge.addDocuments(
        collection_id,
        documents,
        toKnowledgeCall(call, timeoutMs),
      );
      return {
        documents: [
          ...saved.documents.map(({ id, status, error }, index) => ({
            external_id: documents[index]?.external_id ?? '',
            document_id: id ?? null,
            status: error?.code ?? status ?? 'queued',
          })),
          ...missing,
        ],
      };
    },
  });
}
