import type { AcceptanceCase } from '../define-cases.ts';
import { ask, found, isSame } from './ask.ts';
import type { ResearchWorld } from './world.ts';

const routed = [
  ['Publications on lumiravir in Marlow fever', 'recent_pubs_by_topic', 'pubmed_search pubmed_get'],
  ['Phase 3 trials of lumiravir', 'indication_phase_trials', 'ctgov_search'],
  ['Испытания lumiravir', 'indication_phase_trials', 'ctgov_search'],
  [
    'Trials of lumiravir and the papers that report them',
    'trials_with_pubs',
    'pubmed_search ctgov_search pubmed_get',
  ],
  ['What does our own protocol say about lumiravir?', 'hybrid_search', 'rag_search'],
] as const;

/** Four intents that all route. */
export const intents: readonly AcceptanceCase<ResearchWorld>[] = [
  ...routed.map(
    ([query, intent, nodes]): AcceptanceCase<ResearchWorld> => ({
      name: `${intent} goes to ${nodes}: ${query}`,
      async ask({ api }) {
        const { call, run } = await ask(api, query);
        const path = run.trace.node_path;
        const lookups = path.filter((node) => /search|get/.test(node)).toSorted();
        const holds =
          run.frame.intent === intent &&
          isSame(lookups, nodes.split(' ').toSorted()) &&
          isSame([path[0], path[1], path.at(-1)], ['parse_frame', 'router', 'synthesizer']);
        return found(call, { intent: run.frame.intent, node_path: path }, holds);
      },
    }),
  ),
  {
    name: 'own documents and publications together where the question names both',
    async ask({ api }) {
      const query = 'What do our documents and published studies say about lumiravir?';
      const { call, run } = await ask(api, query);
      const { documents, publications } = run.tables;
      const counts = { documents: documents.length, publications: publications.length };
      return found(call, counts, documents.length > 0 && publications.length > 0);
    },
  },
];
