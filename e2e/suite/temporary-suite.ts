import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findFreePorts,
  portCount,
  removeHome,
  type Suite,
  type SuiteProcess,
  startSuite,
} from '@lectern/local';
import { type RecordedLiterature, startRecordedLiterature } from '@lectern/recorded-literature';

/** A whole suite in a folder of its own, which goes with it. */
export interface TemporarySuite extends Suite, AsyncDisposable {
  /** Address of the gateway. */
  readonly port: number;
  /** Stands in for PubMed and ClinicalTrials.gov. */
  readonly literature: RecordedLiterature;
}

export interface TemporarySuiteOptions {
  /** Settings beside those of this process. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Default: every service of the product. */
  readonly services?: readonly SuiteProcess[];
  readonly report?: (sentence: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Starts a suite on free ports, with made-up literature in place of the outside services. Disposing
 * stops it and removes its home.
 */
export async function startTemporarySuite({
  settings = {},
  services,
  report,
  signal,
}: TemporarySuiteOptions = {}): Promise<TemporarySuite> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-e2e-'));
  const literature = await startRecordedLiterature();
  try {
    const port = await findFreePorts(portCount);
    const suite = await startSuite({
      home,
      port,
      env: {
        ...process.env,
        NCBI_BASE_URL: literature.ncbiUrl,
        CLINICALTRIALS_BASE_URL: literature.clinicalTrialsUrl,
        ...settings,
      },
      ...(services && { services }),
      ...(report && { report }),
      ...(signal && { signal }),
    });
    return {
      ...suite,
      port,
      literature,
      async [Symbol.asyncDispose]() {
        await suite.stop();
        await literature[Symbol.asyncDispose]();
        await removeHome(home);
      },
    };
  } catch (error) {
    await literature[Symbol.asyncDispose]();
    await removeHome(home);
    throw error;
  }
}
