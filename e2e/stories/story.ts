import type { Api } from '../suite/api.ts';
import type { TemporarySuite } from '../suite/temporary-suite.ts';
import type { SpanReceiver } from '../telemetry/span-receiver.ts';

/** The running suite that all stories share. */
export interface Story {
  readonly suite: TemporarySuite;
  /** The owner of the first organisation. */
  readonly api: Api;
  /** The same person in another organisation. */
  readonly foreignApi: Api;
  /** Where the suite sends its spans. */
  readonly spanReceiver: SpanReceiver;
  /** Port of the gateway's metrics. */
  readonly metricsPort: number;
}

/** Gives the story once the suite runs; inside tests and hooks only. */
export type TellStory = () => Story;
