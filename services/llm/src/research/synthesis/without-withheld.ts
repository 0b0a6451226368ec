import type { Withholding } from '../../withheld-quotes/find-withheld.ts';
import type { ResearchStateValue } from '../research-state.ts';

type Found = Pick<ResearchStateValue, 'rag_results'>;

/** Own documents of which something was found. */
export function listDocumentIds({ rag_results }: Found): readonly string[] {
  return (rag_results ?? []).flatMap(({ metadata }) => metadata?.document_id ?? []);
}

/** Drops passages of documents that the reader may no longer read. */
export function withoutWithheld<State extends Found>(state: State, withheld: Withholding): State {
  const { rag_results } = state;
  if (!rag_results) return state;
  return {
    ...state,
    rag_results: rag_results.filter(
      ({ metadata }) => !metadata || withheld(metadata.document_id) === undefined,
    ),
  };
}
