import { insideEndpoints, maxReportedEvents, type NewAuditEvent } from '@lectern/contracts';
import { callService, type Logger, type TokenSigner } from '@lectern/service';
import type { AuditReports } from '../ports/audit-reports.ts';

export interface GatewayAuditReportsOptions {
  /** The gateway, inside, and the service's own name; undefined where there is none. */
  readonly gateway: { readonly url: string; readonly signer: TokenSigner } | undefined;
  readonly logger: Logger;
}

interface Waiting {
  readonly event: NewAuditEvent;
  readonly done: () => void;
}

const timeoutMs = 3_000;
/** What one event can be refused with: it is not valid, or with the others too large. */
const refusalsOfOne = [400, 413];

/**
 * The gateway keeps the audit log. What is reported while a report is under way goes together with
 * the next one, so that many calls at once cost few requests.
 */
export function createGatewayAuditReports({
  gateway,
  logger,
}: GatewayAuditReportsOptions): AuditReports {
  const waiting: Waiting[] = [];
  let isSending = false;

  const send = async (events: readonly NewAuditEvent[]) => {
    if (!gateway) throw new Error('there is no gateway to report to');
    const response = await callService(insideEndpoints.addAuditEvents, {
      url: gateway.url,
      token: await gateway.signer.signService('mcp'),
      body: { events },
      timeoutMs,
    });
    await response.body?.cancel();
    return response.status;
  };
  /** An event that the gateway refuses takes no other one with it. */
  const sendTogether = async (events: readonly NewAuditEvent[]): Promise<void> => {
    try {
      const status = await send(events);
      if (status < 300) return;
      if (events.length === 1 || !refusalsOfOne.includes(status))
        throw new Error(`the gateway answered ${status}`);
    } catch (error) {
      logger.error({ err: error, events }, 'audit events were not written');
      return;
    }
    await Promise.all(events.map((event) => sendTogether([event])));
  };
  const sendBatch = async (batch: readonly Waiting[]) => {
    await sendTogether(batch.map(({ event }) => event));
    for (const { done } of batch) done();
  };
  const sendWaiting = async () => {
    isSending = true;
    while (waiting.length > 0) {
      const batches: Waiting[][] = [];
      while (waiting.length > 0) batches.push(waiting.splice(0, maxReportedEvents));
      await Promise.all(batches.map(sendBatch));
    }
    isSending = false;
  };

  return {
    reportToolCall: ({ owner, requestId, server, tool, outcome }) =>
      new Promise((done) => {
        const event: NewAuditEvent = {
          organisation_id: owner.organisationId,
          user_id: owner.userId,
          action: 'tool.called',
          target: server,
          request_id: requestId,
          details: { server, tool, outcome },
        };
        waiting.push({ event, done });
        if (!isSending) void sendWaiting();
      }),
  };
}
