import {
  createServerEntry,
  type RoutedServer,
  RoutingIndex,
  type TaskReader,
  textsOf,
} from '@lectern/tool-routing';

const batch = 64;

/** Indexes servers; `vectors` keeps what was embedded, so that nothing is embedded twice. */
export async function indexServers(
  { analyzer, embedder }: TaskReader,
  servers: readonly RoutedServer[],
  vectors = new Map<string, Float32Array>(),
): Promise<RoutingIndex<RoutedServer>> {
  const entries = await Promise.all(
    servers
      .filter(({ tools }) => tools.length > 0)
      .map((server) => createServerEntry(analyzer, server)),
  );
  const missing = [...new Set(entries.flatMap(textsOf))].filter((text) => !vectors.has(text));
  for (let start = 0; start < missing.length; start += batch) {
    const part = missing.slice(start, start + batch);
    const found = await embedder.embedDocuments(part);
    for (const [at, text] of part.entries()) vectors.set(text, found[at] as Float32Array);
  }
  return RoutingIndex.create(entries, (text) => vectors.get(text));
}
