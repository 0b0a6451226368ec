// Fits the weights of packages/retrieval/src/evidence to the file of collect-passages.ts, reports
// every set by weights that were fitted without it, and prints the weights for weights.ts.

import { createAnalyzer } from '@lectern/retrieval/analysis';
import {
  describeEvidence,
  evidenceFeatureNames,
  type LinearModel,
  scoreUnits,
  unitFeatureNames,
} from '@lectern/retrieval/evidence';
import { holdsAnswer, holdsPart } from './judge-answer.ts';
import { fitLogistic, type Observation } from './logistic.ts';
import { type PassageCase, readPassageCases } from './passage-cases.ts';

const sentencesShown = 3;
/** Questions over real documents are few; each counts as much as so many of the others. */
const weightOfDocuments = 8;
const folds = 6;
const ridge = 1;
const wronglyRefused = 0.11;

const analyzer = createAnalyzer();

interface Case {
  readonly row: PassageCase;
  readonly group: string;
  readonly units: readonly {
    readonly values: readonly number[];
    readonly text: string;
    readonly isAnswer: boolean;
  }[];
}

function describeCase(row: PassageCase, fold: number): Case {
  const units = scoreUnits(analyzer, row, { sources: row.passages }).map((unit) => ({
    values: unitFeatureNames.map((name) => unit.features[name]),
    text: unit.readableText,
    isAnswer: row.unanswerable === null && isAnswer(row, unit),
  }));
  const group = row.set === 'questions' ? `questions ${fold % folds}` : row.set;
  return { row, group, units };
}

function isAnswer(
  row: PassageCase,
  unit: {
    readonly source: number;
    readonly start: number;
    readonly end: number;
    readonly readableText: string;
  },
): boolean {
  const passage = row.passages[unit.source];
  if (!passage?.mayAnswer) return false;
  if (passage.answerAt === null) return holdsPart(row, unit.readableText);
  return unit.start <= passage.answerAt && passage.answerAt <= unit.end;
}

const weightOf = ({ row }: Case) => (row.set === 'questions' ? weightOfDocuments : 1);

type UnitModel = LinearModel<(typeof unitFeatureNames)[number]>;
type EvidenceModel = LinearModel<(typeof evidenceFeatureNames)[number]>;

function toModel<Name extends string>(
  names: readonly Name[],
  { bias, coefficients }: { bias: number; coefficients: readonly number[] },
): LinearModel<Name> {
  const features = Object.fromEntries(names.map((name, at) => [name, coefficients[at] ?? 0]));
  return { bias, features: features as Record<Name, number> };
}

function fitUnits(cases: readonly Case[]): UnitModel {
  const observations: Observation[] = cases
    .filter(({ units }) => units.some((unit) => unit.isAnswer))
    .flatMap((entry) =>
      entry.units.map(({ values, isAnswer: isTrue }) => ({
        values,
        isTrue,
        weight: (50 * weightOf(entry)) / entry.units.length,
      })),
    );
  return toModel(unitFeatureNames, fitLogistic(observations, ridge));
}

function evidenceOf({ row }: Case, unitModel: UnitModel): readonly number[] {
  const features = describeEvidence(analyzer, row, { sources: row.passages, model: unitModel });
  return evidenceFeatureNames.map((name) => features?.[name] ?? 0);
}

function fitEvidence(cases: readonly Case[], unitModel: UnitModel): EvidenceModel {
  const observations = cases.map((entry) => ({
    values: evidenceOf(entry, unitModel),
    isTrue: entry.row.unanswerable === null,
    weight: weightOf(entry),
  }));
  return toModel(evidenceFeatureNames, fitLogistic(observations, ridge));
}

const weigh = (model: LinearModel<string>, values: readonly number[]) =>
  Object.values(model.features).reduce(
    (sum, weight, at) => sum + weight * (values[at] ?? 0),
    model.bias,
  );

interface Judged {
  readonly entry: Case;
  readonly evidence: number;
  readonly right: readonly boolean[];
}

function judge(entry: Case, unitModel: UnitModel, evidenceModel: EvidenceModel): Judged {
  const best = entry.units.toSorted(
    (a, b) => weigh(unitModel, b.values) - weigh(unitModel, a.values),
  );
  const shown = (count: number) =>
    holdsAnswer(
      entry.row,
      best
        .slice(0, count)
        .map(({ text }) => text)
        .join(' '),
    );
  return {
    entry,
    evidence: 1 / (1 + Math.exp(-weigh(evidenceModel, evidenceOf(entry, unitModel)))),
    right: [shown(1), shown(2), shown(sentencesShown)],
  };
}

function tell(name: string, judged: readonly Judged[], least: number): void {
  const share = (of: readonly Judged[], test: (one: Judged) => boolean) =>
    of.length === 0 ? '-' : (of.filter(test).length / of.length).toFixed(3);
  const answerable = judged.filter(({ entry }) => entry.row.unanswerable === null);
  const without = (kind: string) => judged.filter(({ entry }) => entry.row.unanswerable === kind);
  const isRefused = ({ evidence }: Judged) => evidence < least;
  console.log(
    [
      name.padEnd(12),
      `answer in 1, 2, 3 sentences: ${[0, 1, 2].map((at) => share(answerable, ({ right }) => right[at] ?? false)).join(' ')}`,
      `right ${share(answerable, (one) => !isRefused(one) && (one.right[2] ?? false))}`,
      `wrongly refused ${share(answerable, isRefused)}`,
      `refused: twin ${share(without('twin'), isRefused)}, near ${share(without('near'), isRefused)}, foreign ${share(without('foreign'), isRefused)}`,
    ].join('; '),
  );
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('node bench/answers/fit-evidence.ts FILE');
const rows = await readPassageCases(file);
const cases = rows.map((row, at) => describeCase(row, at));
console.error(`${cases.length} questions`);
const judged: Judged[] = [];
for (const group of new Set(cases.map((entry) => entry.group))) {
  const others = cases.filter((entry) => entry.group !== group);
  const unitModel = fitUnits(others);
  const evidenceModel = fitEvidence(others, unitModel);
  judged.push(
    ...cases
      .filter((entry) => entry.group === group)
      .map((entry) => judge(entry, unitModel, evidenceModel)),
  );
  console.error(`judged ${group} by the others`);
}
const found = judged
  .filter(({ entry }) => entry.row.set === 'questions' && entry.row.unanswerable === null)
  .map(({ evidence }) => evidence)
  .toSorted((a, b) => a - b);
const least = found[Math.floor(found.length * wronglyRefused)] ?? 0;
console.log(`evidence that ${wronglyRefused * 100} % of the answerable miss: ${least.toFixed(3)}`);
for (const [set, of] of Map.groupBy(judged, ({ entry }) => entry.row.set)) tell(set, of, least);
tell(
  'follow-ups over documents',
  judged.filter(({ entry }) => entry.row.isFollowUp && entry.row.set === 'questions'),
  least,
);
const unitModel = fitUnits(cases);
const round = (model: LinearModel<string>) => ({
  bias: Number(model.bias.toFixed(3)),
  features: Object.fromEntries(
    Object.entries(model.features).map(([name, value]) => [name, Number(value.toFixed(3))]),
  ),
});
console.log('unitWeights', round(unitModel));
console.log('evidenceWeights', round(fitEvidence(cases, unitModel)));
