import type { TaskReader } from '../read-task.ts';
import type { RoutedServer } from '../routed-server.ts';
import { createServerEntry, RoutingIndex, textsOf } from '../routing-index.ts';

const batch = 64;

/** Indexes servers; `vectors` keeps what was embedded, so that nothing is embedded twice. */
export async function indexServers(
  { analyzer, embedder }: TaskReader,
  servers: readonly RoutedServer[],
  vectors = new Map<string, Float32Array>(),
): Promise<RoutingIndex<RoutedServer>> {
  const entries = servers
    .filter(({ tools }) => tools.length > 0)
    .map((server) => createServerEntry(analyzer, server));
  const missing = [...new Set(entries.flatMap(textsOf))].filter((text) => !vectors.has(text));
  for (let start = 0; start < missing.length; start += batch) {
    const part = missing.slice(start, start + batch);
    const found = await embedder.embedDocuments(part);
    for (const [at, text] of part.entries()) vectors.set(text, found[at] as Float32Array);
  }
  return new RoutingIndex(entries, (text) => vectors.get(text));
}
