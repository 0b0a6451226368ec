import { type EvidenceFeature, evidenceWeights, type UnitFeature, unitWeights } from './weights.ts';

export { findLastQuestion } from './find-last-question.ts';
export { type Asked, type EvidenceSource, type ScoredUnit, scoreUnits } from './score-units.ts';
export { splitStatements } from './split-units.ts';
export {
  describeEvidence,
  supportsAnswer,
  weighEvidence,
} from './weigh-evidence.ts';
export type { LinearModel } from './weights.ts';
export { withoutPlace } from './without-place.ts';

/** Names of the features, in the order of the fitted coefficients. */
export const unitFeatureNames = Object.keys(unitWeights.features) as readonly UnitFeature[];
export const evidenceFeatureNames = Object.keys(
  evidenceWeights.features,
) as readonly EvidenceFeature[];
