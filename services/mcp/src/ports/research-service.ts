import type { ResearchRequest, ResearchResponse } from '@lectern/contracts';
import type { KnowledgeCall } from './knowledge.ts';

/**
 * Research of the llm service.
 * @throws AppError the service's own, or `service_unavailable`.
 */
export interface ResearchService {
  research(request: ResearchRequest, call: KnowledgeCall): Promise<ResearchResponse>;
}
