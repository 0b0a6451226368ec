import {
  type Logger,
  requirePrincipal,
  requireScope,
  type TokenVerifier,
  validate,
} from '@lectern/service';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Express } from 'express';
import { z } from 'zod';
import { toAuthInfo } from '../calls/auth-info.ts';
import type { FindHiddenTools } from '../tools/registry/find-hidden-tools.ts';
import { createServeMcp } from './serve-mcp.ts';

export interface McpRoutesOptions {
  readonly handler: McpHttpHandler;
  readonly verifier: TokenVerifier;
  readonly findHidden: FindHiddenTools | undefined;
  readonly logger: Logger;
}

const noQuerySchema = z.strictObject({});

/** Streamable HTTP at `/mcp`, for people's internal tokens with the scope `mcp`. */
export function mountMcpRoutes(
  app: Express,
  { handler, verifier, findHidden, logger }: McpRoutesOptions,
): void {
  const serve = createServeMcp(handler, {
    onerror: (error) => logger.error({ err: error }, 'an MCP request failed'),
    findHidden,
  });
  app.all('/mcp', requirePrincipal(verifier), requireScope('mcp'), async (request, response) => {
    validate(noQuerySchema, request.query);
    await serve(Object.assign(request, { auth: toAuthInfo(request) }), response);
  });
}
