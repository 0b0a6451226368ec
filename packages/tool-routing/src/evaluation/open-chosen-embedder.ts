import {
  checkEmbedderSettings,
  type Embedder,
  embedderConfigShape,
  openEmbedder,
} from '@lectern/retrieval';
import { z } from 'zod';
import { RoutingSetError } from './routing-set-error.ts';

const settingsSchema = z.object(embedderConfigShape).superRefine(checkEmbedderSettings);

/**
 * The embedding model that `EMBEDDING_PROVIDER` and its variables name, as for a suite.
 * @throws RoutingSetError that names the variables.
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
