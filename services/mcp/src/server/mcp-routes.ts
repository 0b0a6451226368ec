import { mcpPath } from '@lectern/contracts';
import {
  type Logger,
  requirePrincipal,
  requireScope,
  type TokenVerifier,
  validate,
} from '@lectern/service';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Express, Request } from 'express';
import { z } from 'zod';
import { describeIn, toAuthInfo } from '../calls/auth-info.ts';
import { type Language, languages } from '../calls/languages.ts';
import type { FindHiddenTools } from '../tools/meta-tools/find-hidden-tools.ts';
import { createServeMcp } from './serve-mcp.ts';

export interface McpRoutesOptions {
  readonly handler: McpHttpHandler;
  readonly verifier: TokenVerifier;
  readonly findHidden: FindHiddenTools | undefined;
  readonly logger: Logger;
}

const noQuerySchema = z.strictObject({});

/** Serves Streamable HTTP at `/mcp` for internal tokens of people with the scope `mcp`. */
export function mountMcpRoutes(
  app: Express,
  { handler, verifier, findHidden, logger }: McpRoutesOptions,
): void {
  const serve = createServeMcp(handler, {
    onerror: (error) => logger.error({ err: error }, 'an MCP request failed'),
    findHidden,
  });
  app.all(mcpPath, requirePrincipal(verifier), requireScope('mcp'), async (request, response) => {
    validate(noQuerySchema, request.query);
    const auth = describeIn(toAuthInfo(request), readAcceptedLanguage(request));
    await serve(Object.assign(request, { auth }), response);
  });
}

function readAcceptedLanguage(request: Request): Language {
  const accepted = request.acceptsLanguages([...languages]);
  return languages.find((one) => one === accepted) ?? languages[0];
}
