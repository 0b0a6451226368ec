/** Stops the server of the global setup. */
// biome-ignore lint/style/noDefaultExport: Jest asks for a default export.
export default async function tearDown(): Promise<void> {
  const { closeTestPostgres } = globalThis as { closeTestPostgres?: () => Promise<void> };
  await closeTestPostgres?.();
}
