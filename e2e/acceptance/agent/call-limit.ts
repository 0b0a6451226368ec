import { createSecondOrganisation } from '../../stories/second-organisation.ts';
import type { AcceptanceCase } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { connect } from './agent-client.ts';
import { callTool, tell } from './calls.ts';
import { readingTool, registerServer } from './registered-server.ts';
import { type AgentWorld, toolCallsPerMinute } from './world.ts';

const tide = readingTool('read_tide', 'Tells the height of the tide at a harbour.');
const call = { server: 'harbour', name: 'read_tide' };
const path = '/api/mcp-tools/call';
const atOnce = 10;

/** Calls of outside tools that one person's agents may make. */
export const callLimit: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'past TOOL_CALLS_PER_MINUTE a person gets 429 and when to come back, and nobody else does',
    async ask(world) {
      const { owner } = world;
      const [hasty, colleague] = [await world.addPerson(), await world.addPerson()];
      const foreign = await createSecondOrganisation(world.suite);
      await using server = await registerServer(owner, { name: 'harbour', tools: [tide] });
      await using theirs = await registerServer(foreign, { name: 'harbour', tools: [tide] });
      const post = () =>
        hasty.api.request('POST', path, { json: { ...call, arguments: { query: 'x' } } });
      const statuses: number[] = [];
      let refused: Awaited<ReturnType<typeof post>> | undefined;
      while (!refused && statuses.length < 3 * toolCallsPerMinute) {
        const answers = await Promise.all(Array.from({ length: atOnce }, post));
        statuses.push(...answers.map(({ status }) => status));
        refused = answers.find(({ status }) => status === 429);
      }
      await using agent = await connect(hasty.api);
      const byAgent = await Promise.all(
        Array.from({ length: atOnce }, () => agent.call('call_tool', { ...call, arguments: {} })),
      );
      const atMcp = byAgent
        .map((result) => JSON.stringify(result.content))
        .find((text) => text.includes('rate_limited'));
      const others = [
        tell(await callTool(colleague.api, call)),
        tell(await callTool(foreign, call)),
      ];
      const made = statuses.filter((status) => status === 200).length;
      const told = { code: refused?.body.error?.code, after: refused?.headers.get('retry-after') };
      const reached = server.outside.calls.length;
      return found(
        `POST ${path} until it is refused; call_tool at /mcp; a colleague, another organisation`,
        { made, told, atMcp, others, reached, theirs: theirs.outside.calls.length },
        made >= toolCallsPerMinute &&
          made < 2 * toolCallsPerMinute &&
          told.code === 'rate_limited' &&
          Number(told.after) > 0 &&
          atMcp !== undefined &&
          others.every((text) => text === 'read_tide'),
      );
    },
  },
];
