import {
  checkEmbedderSettings,
  type Embedder,
  embedderConfigShape,
  openEmbedder,
} from '@lectern/retrieval';
import { z } from 'zod';
import { RoutingSetError } from './read-json-lines.ts';

const settingsSchema = z.object(embedderConfigShape).superRefine(checkEmbedderSettings);

/**
 * Opens the embedding model that `EMBEDDING_PROVIDER` and its variables name, as a suite does.
 * @throws RoutingSetError that names the wrong variables.
 */
export function openChosenEmbedder(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Embedder> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const settings = settingsSchema.safeParse(given);
  if (settings.success) return openEmbedder(settings.data);
  const problems = settings.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new RoutingSetError(problems.join('; '));
}
