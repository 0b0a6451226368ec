import {
  AppError,
  type ErrorBody,
  insideEndpoints,
  type Principal,
  type RunTokenRequest,
  runTokenSchema,
} from '@lectern/contracts';
import { retry } from '@lectern/contracts/retry';
import { callService, type TokenSigner } from '@lectern/service';
import type { Owner } from '../ports/owner.ts';

/** The person's credential at the start of a turn, and its scopes. */
export type Grounds = Pick<Principal, 'credential' | 'scopes'>;

export interface RunToGoOn {
  readonly owner: Owner;
  readonly grounds: Grounds;
  readonly turnId: string;
}

/** Tokens for turns that continue without a request of their person. */
export interface RunTokens {
  /**
   * Mints an internal token with the turn's scopes that the person still has.
   *
   * @throws AppError `unauthorized` when the person was disabled, has left the organisation or lost
   *   the credential, `service_unavailable` when the gateway is unavailable for a minute, or the
   *   signal's reason.
   */
  mint(run: RunToGoOn, signal: AbortSignal): Promise<string>;
}

export interface RunTokensOptions {
  /** Base address of the gateway, inside. */
  readonly url: string;
  readonly signer: TokenSigner;
}

const timeoutMs = 5_000;
/** The gateway may start after this service. */
const maxAttempts = 60;
const pauseMs = 1_000;

/** Fresh tokens from the gateway, asked for in the service's own name. */
export function createRunTokens({ url, signer }: RunTokensOptions): RunTokens {
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
