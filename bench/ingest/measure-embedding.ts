import type { TextDocument } from '@lectern/contracts';
import { openStaticEmbedder } from '@lectern/retrieval';

/** CPU milliseconds that the built-in model alone needs for the texts, warm. */
export async function measureEmbedding(documents: readonly TextDocument[]): Promise<number> {
  const texts = documents.map(({ title, text }) => `${title}\n${text}`);
  const embedder = await openStaticEmbedder();
  try {
    await embedder.embedDocuments(texts.slice(0, 100));
    const before = process.cpuUsage();
    await embedder.embedDocuments(texts);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  } finally {
    await embedder.close();
  }
}
