import {
  insideEndpoints,
  maxReportedEvents,
  type NewAuditEvent,
  type Principal,
} from '@lectern/contracts';
import { callService, type Logger, type TokenSigner } from '@lectern/service';

export interface GatewayAuditReportsOptions {
  /** The gateway's internal address and the signer of this service; undefined without a gateway. */
  readonly gateway: { readonly url: string; readonly signer: TokenSigner } | undefined;
  readonly logger: Logger;
}

/** A call of an outside server's tool by an external agent. */
export interface ToolCallReport {
  readonly owner: Pick<Principal, 'organisationId' | 'userId'>;
  readonly requestId: string;
  readonly server: string;
  readonly tool: string;
  /** `ok`, `tool_error`, or the reason why there was no result. */
  readonly outcome: string;
}

export type AuditReports = ReturnType<typeof createGatewayAuditReports>;

interface Waiting {
  readonly event: NewAuditEvent;
  readonly done: () => void;
}

const timeoutMs = 3_000;
/** Statuses that reject one event: it is invalid, or too large together with the others. */
const refusalsOfOne = [400, 413];

/**
 * Reports to the audit log of the gateway. Reports that arrive during a request are sent together
 * in the next one, so that many calls at once cost few requests.
 */
export function createGatewayAuditReports({ gateway, logger }: GatewayAuditReportsOptions) {
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
  /** Sends rejected events one by one, so that one invalid event does not lose the others. */
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
    /** Reports a call. A failure is logged, since the call was already made. */
    reportToolCall: ({ owner, requestId, server, tool, outcome }: ToolCallReport) =>
      new Promise<void>((done) => {
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
