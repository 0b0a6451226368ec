import { type EvidenceFeature, evidenceWeights, type UnitFeature, unitWeights } from './weights.ts';

export { type Asked, scoreUnits } from './score-units.ts';
export {
  describeEvidence,
  supportsAnswer,
  weighEvidence,
} from './weigh-evidence.ts';
export type { LinearModel } from './weights.ts';

/** In the order in which they are fitted. */
export const unitFeatureNames = Object.keys(unitWeights.features) as readonly UnitFeature[];
export const evidenceFeatureNames = Object.keys(
  evidenceWeights.features,
) as readonly EvidenceFeature[];
