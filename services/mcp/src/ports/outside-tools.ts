import type { FoundMcpTools, McpToolOutcome, mcpToolResultSchema } from '@lectern/contracts';
import type { z } from 'zod';
import type { KnowledgeCall } from './knowledge.ts';

/** Outside MCP servers behind the suite's own. Calls throw as those of `Knowledge` do. */
export interface OutsideTools {
  /** Whether the caller's organisation lets agents find and call them. */
  areOffered(call: KnowledgeCall): Promise<boolean>;
  find(
    query: { readonly task: string; readonly limit: number },
    call: KnowledgeCall,
  ): Promise<FoundMcpTools>;
  call(
    tool: {
      readonly server: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    },
    call: KnowledgeCall,
  ): Promise<McpToolOutcome>;
  readResult(
    id: string,
    offset: number,
    call: KnowledgeCall,
  ): Promise<z.output<typeof mcpToolResultSchema>>;
}
