import { Api } from '../../suite/api.ts';
import { startTemporarySuite, type TemporarySuite } from '../../suite/temporary-suite.ts';

export interface ContractWorld extends AsyncDisposable {
  readonly suite: TemporarySuite;
  /** The owner. */
  readonly api: Api;
}

export async function createWorld(): Promise<ContractWorld> {
  const suite = await startTemporarySuite();
  return {
    suite,
    api: new Api(suite.url, suite.credentials.api_key),
    [Symbol.asyncDispose]: () => suite[Symbol.asyncDispose](),
  };
}
