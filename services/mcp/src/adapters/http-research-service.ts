import { createClient } from '@lectern/contracts/client';
import { traceHeaders } from '@lectern/service';
import type { ResearchService } from '../ports/research-service.ts';

/** The llm service's research over HTTP. A run is never repeated: each would be a run of its own. */
export function createHttpResearchService(options: {
  readonly url: string;
  readonly timeoutMs: number;
}): ResearchService {
  const { url: baseUrl, timeoutMs } = options;
  const client = createClient({ baseUrl, paths: 'inside', retries: 0, timeoutMs });
  return {
    research: (body, call) => client.call('research', { ...call, headers: traceHeaders(), body }),
  };
}
