import { afterAll, beforeAll } from '@jest/globals';
import { findFreePorts } from '@lectern/local';
import { describeChat } from './stories/chat.story.ts';
import { describeDocuments } from './stories/documents.story.ts';
import { describeEvents } from './stories/events.story.ts';
import { describeHostileFiles } from './stories/hostile-files.story.ts';
import { describeMcp } from './stories/mcp.story.ts';
import { describeMetrics } from './stories/metrics.story.ts';
import { describeOutage } from './stories/outage.story.ts';
import { describeResearch } from './stories/research.story.ts';
import { createSecondOrganisation } from './stories/second-organisation.ts';
import type { Story } from './stories/story.ts';
import { describeTracing } from './stories/tracing.story.ts';
import { Api } from './suite/api.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';
import { openSpanReceiver } from './telemetry/span-receiver.ts';

/** The stories share one suite, since starting it is what takes longest. */
let story: Story | undefined;

beforeAll(async () => {
  const spanReceiver = await openSpanReceiver();
  const metricsPort = await findFreePorts(1);
  const suite = await startTemporarySuite({
    settings: {
      UPLOAD_MAX_BYTES: '4000000',
      OCR_LANGUAGES: 'none',
      OTEL_EXPORTER_OTLP_ENDPOINT: spanReceiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=story%20time',
      METRICS_PORT: String(metricsPort),
    },
  });
  const api = new Api(suite.url, suite.credentials.api_key);
  story = {
    suite,
    api,
    foreignApi: await createSecondOrganisation(suite),
    spanReceiver,
    metricsPort,
  };
}, 120_000);
afterAll(async () => {
  await story?.suite[Symbol.asyncDispose]();
  await story?.spanReceiver[Symbol.asyncDispose]();
}, 60_000);

function tell(): Story {
  if (!story) throw new Error('the suite did not start');
  return story;
}

describeHostileFiles(tell);
describeEvents(tell);
describeChat(tell);
describeMcp(tell);
describeResearch(tell);
describeTracing(tell);
describeMetrics(tell);
describeDocuments(tell);
describeOutage(tell);
