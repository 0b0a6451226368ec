import { insideEndpoints, type NewAuditEvent } from '@lectern/contracts';
import { callService, type Logger, type TokenSigner } from '@lectern/service';
import type { AuditReports } from '../ports/audit-reports.ts';

export interface GatewayAuditReportsOptions {
  /** The gateway, inside, and the service's own name; undefined where there is none. */
  readonly gateway: { readonly url: string; readonly signer: TokenSigner } | undefined;
  readonly logger: Logger;
}

const timeoutMs = 3_000;

/** The gateway keeps the audit log. */
export function createGatewayAuditReports({
  gateway,
  logger,
}: GatewayAuditReportsOptions): AuditReports {
  const send = async (event: NewAuditEvent) => {
    if (!gateway) throw new Error('there is no gateway to report to');
    const response = await callService(insideEndpoints.addAuditEvent, {
      url: gateway.url,
      token: await gateway.signer.signService('llm'),
      body: event,
      timeoutMs,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
  };
  return {
    async reportToolCall({ owner, requestId, server, tool, outcome }) {
      const event: NewAuditEvent = {
        organisation_id: owner.organisationId,
        user_id: owner.userId,
        action: 'tool.called',
        target: server,
        request_id: requestId,
        details: { server, tool, outcome },
      };
      await send(event).catch((error: unknown) => {
        logger.error({ err: error, event }, 'an audit event was not written');
      });
    },
  };
}
