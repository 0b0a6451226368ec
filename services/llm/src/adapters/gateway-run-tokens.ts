import {
  AppError,
  type ErrorBody,
  insideEndpoints,
  type RunTokenRequest,
  runTokenSchema,
} from '@lectern/contracts';
import { retry } from '@lectern/contracts/retry';
import { callService, type TokenSigner } from '@lectern/service';
import type { RunToGoOn, RunTokens } from '../ports/run-tokens.ts';

export interface GatewayRunTokensOptions {
  /** Base address of the gateway, inside. */
  readonly url: string;
  readonly signer: TokenSigner;
}

const timeoutMs = 5_000;
/** The gateway may start after this service. */
const maxAttempts = 60;
const pauseMs = 1_000;

/** Fresh tokens from the gateway, asked for in the service's own name. */
export function createGatewayRunTokens({ url, signer }: GatewayRunTokensOptions): RunTokens {
  return {
    mint: (run, signal) =>
      retry({ maxAttempts, delayMsAfter, signal }, async () =>
        ask(url, await signer.signService('llm'), { run, signal }),
      ),
  };
}

function delayMsAfter(error: unknown): number | undefined {
  return error instanceof AppError && error.code === 'service_unavailable' ? pauseMs : undefined;
}

async function ask(
  url: string,
  serviceToken: string,
  { run, signal }: { readonly run: RunToGoOn; readonly signal: AbortSignal },
): Promise<string> {
  const { owner, grounds, turnId } = run;
  if (grounds.credential === undefined) throw new AppError('unauthorized');
  const body: RunTokenRequest = {
    user_id: owner.userId,
    organisation_id: owner.organisationId,
    credential: grounds.credential,
    scopes: [...grounds.scopes],
    run_id: turnId,
  };
  const response = await callService(insideEndpoints.createRunToken, {
    url,
    token: serviceToken,
    body,
    signal,
    timeoutMs,
  }).catch((error: unknown) => {
    throw new AppError('service_unavailable', undefined, { cause: error });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const token = runTokenSchema.safeParse(answer);
  if (response.ok && token.success) return token.data.token;
  const { code } = (answer as Partial<ErrorBody> | undefined)?.error ?? {};
  throw new AppError(code === 'unauthorized' ? code : 'service_unavailable', undefined, {
    cause: new Error(`the gateway answered ${response.status} ${code ?? ''}`),
  });
}
