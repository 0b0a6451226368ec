import { assumedDelays, noDelays } from './delays.ts';
import { faults, type RecordedFault } from './faults.ts';
import { startRecordedLiterature } from './recorded-literature.ts';

/** `RECORDED_*` settings: PORT, FOLDER, DELAYS (none, assumed), NCBI_FAULT, CLINICALTRIALS_FAULT, RATES (true). */
const { env } = process;
const server = await startRecordedLiterature({
  port: Number(env.RECORDED_PORT ?? 0),
  folder: env.RECORDED_FOLDER,
  delays: env.RECORDED_DELAYS === 'none' ? noDelays : assumedDelays,
  ...(env.RECORDED_RATES === 'true' && {
    rates: {
      ncbi: { requests: 3, windowMs: 1_000 },
      clinicaltrials: { requests: 50, windowMs: 60_000 },
    },
  }),
});
server.setFault('ncbi', readFault('RECORDED_NCBI_FAULT'));
server.setFault('clinicaltrials', readFault('RECORDED_CLINICALTRIALS_FAULT'));
process.stdout.write(
  `NCBI_BASE_URL=${server.ncbiUrl}\nCLINICALTRIALS_BASE_URL=${server.clinicalTrialsUrl}\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server[Symbol.asyncDispose]());
}

function readFault(name: string): RecordedFault | undefined {
  const value = env[name];
  const fault = faults.find((known) => known === value);
  if (value && !fault) throw new Error(`${name} must be one of ${faults.join(', ')}`);
  return fault;
}
