import type { SearchStage } from './search-state.ts';
import { exactStage } from './stages/boost-exact-match.ts';
import { cutStage } from './stages/cut.ts';
import { foldStage } from './stages/deduplicate.ts';
import { explainStage } from './stages/explain.ts';
import { fuseStage } from './stages/fuse.ts';
import { loadStage } from './stages/load.ts';
import { versionsStage } from './stages/prefer-newest-version.ts';
import { recencyStage } from './stages/recency.ts';
import { relevanceStage } from './stages/relevance.ts';
import { rerankStage } from './stages/rerank.ts';
import { retrieveStage } from './stages/retrieve.ts';
import { scopeStage } from './stages/scope.ts';
import { wordingStage } from './stages/wording.ts';

/** The stages of a search in order. */
export const searchStages: readonly SearchStage[] = [
  scopeStage,
  retrieveStage,
  fuseStage,
  loadStage,
  wordingStage,
  rerankStage,
  relevanceStage,
  exactStage,
  recencyStage,
  versionsStage,
  foldStage,
  cutStage,
  explainStage,
];
