import { insideEndpoints } from '@lectern/contracts';
import { createInternalRoutes, type Logger, type TokenVerifier } from '@lectern/service';
import type { Express } from 'express';
import { createRunToken, type RunTokenDependencies } from './create-run-token.ts';

export interface RunTokenRoutesDependencies extends RunTokenDependencies {
  readonly verifier: TokenVerifier;
  readonly logger: Logger;
}

/** Mounts the route where services request tokens in their own name. */
export function mountRunTokenRoutes(
  app: Express,
  { verifier, logger, ...dependencies }: RunTokenRoutesDependencies,
): void {
  createInternalRoutes(app, verifier).mount(insideEndpoints.createRunToken, async ({ body }) => {
    const token = await createRunToken(dependencies, body);
    const { user_id, organisation_id, run_id } = body;
    logger.info({ user_id, organisation_id, run_id }, 'a run continues with a new token');
    return { token };
  });
}
