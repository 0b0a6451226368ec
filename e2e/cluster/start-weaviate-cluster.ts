import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePorts } from '@lectern/local';
import { ServerProcess } from '../faults/servers/server-process.ts';
import { describeNode, describeSettings, portsANode } from '../faults/servers/start-weaviate.ts';
import type { Settings } from '../faults/servers/store-server.ts';

const nodeCount = 3;

export interface WeaviateCluster extends AsyncDisposable {
  readonly settings: Settings;
  readonly nodes: readonly ServerProcess[];
  /** Returns the settings of a suite that uses one node alone. */
  settingsOf(node: number): Settings;
}

/** Three nodes that hold every chunk three times. */
export async function startWeaviateCluster(
  program: string,
  folder: string,
): Promise<WeaviateCluster> {
  const first = await findFreePorts(portsANode * nodeCount);
  const ports = Array.from({ length: nodeCount }, (_, at) => first + at * portsANode);
  const nodes: ServerProcess[] = [];
  for (const at of ports.keys()) {
    const options = describeNode({ program, folder, number: at + 1, ports });
    await mkdir(join(folder, `weaviate/node${at + 1}`), { recursive: true });
    nodes.push(new ServerProcess(options));
  }
  const dispose = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    nodes,
    settings: { ...describeSettings(ports), WEAVIATE_REPLICATION_FACTOR: `${nodeCount}` },
    settingsOf: (node) => describeSettings(ports.slice(node, node + 1)),
    [Symbol.asyncDispose]: dispose,
  };
}
