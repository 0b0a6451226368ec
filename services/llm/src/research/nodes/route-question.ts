import type { ResearchFrame, ResearchIntent } from '@lectern/contracts';
import type { RoutingDecision } from '../research-state.ts';

const routes: Readonly<Record<ResearchIntent, Omit<RoutingDecision, 'intent'>>> = {
  recent_pubs_by_topic: {
    branches: ['publications'],
    reason: 'The question is about publications.',
  },
  indication_phase_trials: { branches: ['ctgov_search'], reason: 'The question is about trials.' },
  trials_with_pubs: {
    branches: ['publications', 'ctgov_search'],
    reason: 'The question is about trials and their publications.',
  },
  hybrid_search: { branches: ['rag_search'], reason: 'The question is about the own documents.' },
};

/** Chooses the services that a question is sent to. */
export function routeQuestion({ intent, filters }: ResearchFrame): RoutingDecision {
  const { branches, reason } = routes[intent];
  if (intent !== 'hybrid_search' || !filters.include_publications) {
    return { intent, branches, reason };
  }
  return {
    intent,
    branches: [...branches, 'publications'],
    reason: 'The question is about the own documents and publications.',
  };
}

/** The nodes that a question goes through, in order. */
export function planNodes({ branches }: RoutingDecision): readonly string[] {
  const nodes = branches.flatMap((branch) =>
    branch === 'publications' ? ['pubmed_search', 'pubmed_get'] : [branch],
  );
  return ['parse_frame', 'router', ...nodes, 'synthesizer'];
}
