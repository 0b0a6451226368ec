import { name as sampleName } from 'virtual:sample-collection';
import { useQuery } from '@tanstack/react-query';
import { collectionsQuery } from '../library/collections.ts';
import { canRead, modelsQuery } from '../models/models.ts';
import { conversationsQuery } from './conversations.ts';

export interface DoneSteps {
  readonly documents: boolean;
  readonly model: boolean;
  readonly question: boolean;
}

const refreshMs = 5_000;

/**
 * Returns the steps that are done; undefined until that is known.
 * @param options.refreshes Counts documents again while the page is open.
 */
export function useDoneSteps({
  refreshes = false,
}: {
  readonly refreshes?: boolean;
} = {}): DoneSteps | undefined {
  const { data: collections } = useQuery({
    ...collectionsQuery,
    ...(refreshes && { refetchInterval: refreshMs }),
  });
  const { data: models } = useQuery(modelsQuery);
  const { data: list } = useQuery(conversationsQuery);
  if (!collections || !models || !list) return undefined;
  return {
    // The suite's own documentation is not what people ask about.
    documents: collections.some(
      ({ name, document_count }) => name !== sampleName && document_count > 0,
    ),
    model: models.some((model) => canRead(model) && model.health.state !== 'failing'),
    question: list.conversations.length > 0,
  };
}

export function countLeft(done: DoneSteps): number {
  return Object.values(done).filter((isDone) => !isDone).length;
}
