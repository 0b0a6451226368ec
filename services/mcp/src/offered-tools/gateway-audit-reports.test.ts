import { json } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { createTestIdentity, listenOnFreePort } from '@lectern/testing';
import { createGatewayAuditReports } from './gateway-audit-reports.ts';

interface Body {
  readonly events: readonly { readonly target: string }[];
}

describe('reports to the audit log', () => {
  it.each([
    ['a refused one takes no other with it', 400, [['b'], ['bad'], ['c']]],
    ['a gateway that is busy is not asked once more for each', 503, []],
  ])('go together while one is under way; %s', async (_what, refusal, askedAgain) => {
    const asked: string[][] = [];
    const firstArrived = Promise.withResolvers<void>();
    const letThrough = Promise.withResolvers<void>();
    await using gateway = await listenOnFreePort(async (request, response) => {
      const { events } = (await json(request)) as Body;
      const targets = events.map(({ target }) => target);
      asked.push(targets);
      firstArrived.resolve();
      await letThrough.promise;
      response.writeHead(targets.includes('bad') ? refusal : 204).end();
    });
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
    expect(asked.slice(2).toSorted()).toEqual(askedAgain);
  });
});
