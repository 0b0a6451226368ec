import type { DiscoveredModels } from '@lectern/contracts';
import { z } from 'zod';
import type { ModelNetwork } from './model-network.ts';

type DiscoveredServer = DiscoveredModels['servers'][number];

/** Usual port of each kind of server. */
export type ModelPorts = Readonly<Record<DiscoveredServer['kind'], number>>;

export const usualModelPorts: ModelPorts = {
  ollama: 11_434,
  lm_studio: 1_234,
  llama_cpp: 8_080,
  vllm: 8_000,
};

const askMs = 2_000;
const maxHosts = 10;
const maxModels = 200;
const listSchema = z.looseObject({
  data: z.array(z.looseObject({ id: z.string().min(1).max(300) })),
});

/**
 * Asks the hosts that the operator permits, at the usual ports of model servers, for their models. A
 * server that wants a key, and one without models, is left out.
 */
export async function discoverModels(
  { fetch, privateHosts }: Pick<ModelNetwork, 'fetch' | 'privateHosts'>,
  ports: ModelPorts,
  signal: AbortSignal,
): Promise<DiscoveredServer[]> {
  const asked = privateHosts.slice(0, maxHosts).flatMap((host) =>
    (Object.keys(ports) as DiscoveredServer['kind'][]).map(async (kind) => {
      const base_url = `http://${host}:${ports[kind]}/v1`;
      const within = AbortSignal.any([signal, AbortSignal.timeout(askMs)]);
      const models = await listModels(fetch, base_url, within);
      return { base_url, kind, models };
    }),
  );
  const servers = (await Promise.all(asked)).filter(({ models }) => models.length > 0);
  // A machine has several names.
  const keyOf = ({ kind, models }: DiscoveredServer) => JSON.stringify([kind, models]);
  return servers.filter(
    (server, at) => servers.findIndex((other) => keyOf(other) === keyOf(server)) === at,
  );
}

/** Returns the models of a server; none if it is not there or refuses. */
async function listModels(
  fetch: ModelNetwork['fetch'],
  baseUrl: string,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: { accept: 'application/json' },
      signal,
    });
    const list = listSchema.safeParse(await response.json());
    if (!response.ok || !list.success) return [];
    return list.data.data.map(({ id }) => id).slice(0, maxModels);
  } catch {
    return [];
  }
}
