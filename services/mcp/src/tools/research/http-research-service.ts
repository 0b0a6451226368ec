import type { ResearchNodeEvent, ResearchRequest, ResearchResponse } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import { traceHeaders } from '@lectern/service';
import { readStreamedAnswer } from '../../calls/read-streamed-answer.ts';
import type { KnowledgeCall } from '../../knowledge/knowledge.ts';

/**
 * Creates the client of the llm service's research. No request is repeated: each would start
 * another run.
 */
export function createHttpResearchService(options: {
  readonly url: string;
  readonly timeoutMs: number;
}): ResearchService {
  const { url: baseUrl, timeoutMs } = options;
  const client = createClient({ baseUrl, paths: 'inside', retries: 0, timeoutMs });
  return {
    research(body, { report, ...call }) {
      const options = { ...call, headers: traceHeaders(), body };
      if (!report) return client.call('research', options);
      return readStreamedAnswer(client.stream('research', options), ({ event, data }) => {
        if (event === 'node') report(describeNode(data));
      });
    },
  };
}

function describeNode({ node, status, rows }: ResearchNodeEvent): string {
  return rows === null ? `${node}: ${status}` : `${node}: ${status}, ${rows} found`;
}

/**
 * Research of the llm service.
 * @throws AppError the service's own, or `service_unavailable`.
 */
export interface ResearchService {
  research(request: ResearchRequest, call: KnowledgeCall): Promise<ResearchResponse>;
}
