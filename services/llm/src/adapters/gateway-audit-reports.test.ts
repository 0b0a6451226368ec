import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { createTestIdentity, listenOnFreePort } from '@lectern/testing';
import { createGatewayAuditReports } from './gateway-audit-reports.ts';

interface Body {
  readonly events: readonly { readonly target: string }[];
}

const resources = new AsyncDisposableStack();
afterEach(() => resources.disposeAsync());

describe('reports to the audit log', () => {
  it('go together while one is under way; a refused one takes no other with it', async () => {
    const asked: string[][] = [];
    const firstArrived = Promise.withResolvers<void>();
    const letThrough = Promise.withResolvers<void>();
    const gateway = resources.use(
      await listenOnFreePort(async (request, response) => {
        const { events } = (await json(request)) as Body;
        const targets = events.map(({ target }) => target);
        asked.push(targets);
        firstArrived.resolve();
        await letThrough.promise;
        response.writeHead(targets.includes('bad') ? 400 : 204).end();
      }),
    );
    const { serviceToken } = await createTestIdentity('llm');
    const { reportToolCall } = createGatewayAuditReports({
      gateway: {
        url: gateway.url,
        signer: { signService: serviceToken, signPrincipal: () => Promise.reject() },
      },
      logger: createLogger({ name: 'llm', level: 'silent' }),
    });
    const report = (server: string) =>
      reportToolCall({
        owner: { userId: 'user-1', organisationId: 'organisation-1' },
        requestId: 'r-1',
        server,
        tool: 'forecast',
        outcome: 'ok',
      });
    const first = report('a');
    await firstArrived.promise;
    const others = ['b', 'bad', 'c'].map(report);
    letThrough.resolve();
    await Promise.all([first, ...others]);
    expect(asked.slice(0, 2)).toEqual([['a'], ['b', 'bad', 'c']]);
    expect(asked.slice(2).toSorted()).toEqual([['b'], ['bad'], ['c']]);
  });
});
