import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { readRoutingSet } from './sets/read-routing-set.ts';

/** Task of the process, which answers with the address of each server, in their order. */
export interface ServeSetTask {
  readonly folder: string;
}

/** Behaviour of a server. The process receives it with the server's place and answers with the place. */
export type Behaviour = 'well' | 'hung' | 'garbage' | 'slow';

export interface BehaviourTask {
  readonly place: number;
  readonly behaviour: Behaviour;
}

const slowMs = 10_000;

/** Every server of a set as a real MCP endpoint of its own, in this process. */
async function serveSet({ folder }: ServeSetTask): Promise<void> {
  const { servers } = await readRoutingSet(folder);
  const behaviours = new Map<number, Behaviour>();
  const urls: string[] = [];
  for (const [place, { name, tools, instructions }] of servers.entries()) {
    const outside = await startOutsideMcp({
      name,
      instructions,
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        inputSchema: { ...tool.inputSchema, type: 'object' as const },
        annotations: { readOnlyHint: true },
      })),
      async intercept(_request, response) {
        const behaviour = behaviours.get(place) ?? 'well';
        if (behaviour === 'garbage') response.end('<html>It works!</html>');
        if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
        return behaviour === 'garbage' || behaviour === 'hung';
      },
    });
    urls.push(outside.url);
  }
  process.on('message', ({ place, behaviour }: BehaviourTask) => {
    behaviours.set(place, behaviour);
    process.send?.(place);
  });
  process.send?.(urls);
}

process.once('message', (task: ServeSetTask) => serveSet(task));
process.once('disconnect', () => process.exit());
