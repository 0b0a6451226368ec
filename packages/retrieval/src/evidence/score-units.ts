import type { Analyzer } from '../analysis/analyzer.ts';
import { type AnswerKind, definesAsked, findAnswerKind, rateKind } from './answer-kind.ts';
import { findOtherDocuments, type ReadTitle } from './find-other-documents.ts';
import { findLabel, splitUnits, type Unit } from './split-units.ts';
import { readTerms, shareHeld, weighByRarity, withoutQuotedQuestions } from './terms.ts';
import { applyWeights, type UnitFeature, type UnitModel, unitWeights } from './weights.ts';
import { withoutPlace } from './without-place.ts';

/** A question as it was said and as it was searched for. */
export interface Asked {
  /** The person's own words. */
  readonly question: string;
  /** The same with what it points back to in a conversation; as it was searched for. */
  readonly query: string;
}

/** A text that may hold the answer, the best first in a list. */
export interface EvidenceSource {
  /** With the headings above the text, where they are known. */
  readonly title: string;
  readonly text: string;
}

/** What is known of a unit. */
export type UnitFeatures = Readonly<Record<UnitFeature, number>>;

export interface ScoredUnit extends Unit {
  /** Place of its source in the list, from 0. */
  readonly source: number;
  /** Place among the units of its source. */
  readonly position: number;
  readonly terms: ReadonlySet<string>;
  /** Weighted share of the question's terms in the unit, what is around it, and its title. */
  readonly context: number;
  /** How well the unit fits the kind of answer; undefined where the question asks for no kind. */
  readonly kindFit: number | undefined;
  readonly features: UnitFeatures;
  /** Log odds that the unit answers the question, if anything in the sources does. */
  readonly score: number;
}

/** Units that come before and count as context, the nearest apart. */
const furtherBack = [2, 3];
const longUnit = 500;
const maxNewTerms = 12;
const maxRank = 8;

export interface UnitsToScore {
  readonly sources: readonly EvidenceSource[];
  /** Default: the fitted weights of this package. */
  readonly model?: UnitModel | undefined;
}

/**
 * Scores every sentence and row of the sources as an answer, but of those about another thing than
 * the question names.
 */
export function scoreUnits(
  analyzer: Analyzer,
  { question, query }: Asked,
  { sources, model = unitWeights }: UnitsToScore,
): ScoredUnit[] {
  const kind = findAnswerKind(question);
  const asked = readTerms(analyzer, query);
  const own = readTerms(analyzer, withoutPlace(question));
  const read = sources.map((source) => readSource(analyzer, source));
  const unitTerms = read.flatMap(({ units }) => units.map(({ terms }) => terms));
  const ownInUnits = weighByRarity(own, unitTerms);
  const told = query === question ? own : asked;
  const askedInUnits = weighByRarity(told, unitTerms);
  const askedInSources = weighByRarity(
    asked,
    read.map(({ whole }) => whole),
  );
  const toldInSources = weighByRarity(
    told,
    read.map(({ whole }) => whole),
  );
  const place = [...asked.keys()].filter((term) => !told.has(term));
  const documentOf = (at: number) => read[at]?.document;
  const others = findOtherDocuments(read, new Set(asked.keys()));
  const named = new Set(
    read.flatMap(({ whole }, at) => (place.some((term) => whole.has(term)) ? documentOf(at) : [])),
  );
  const held = read.map(({ whole }, at) => {
    if (others.has(at)) return 0;
    const holds = (term: string) => whole.has(term);
    const all = shareHeld(askedInSources, holds);
    // A passage of the document that is named need not name it itself.
    return named.has(documentOf(at)) ? Math.max(all, shareHeld(toldInSources, holds)) : all;
  });
  const maxHeld = Math.max(...held, Number.EPSILON);

  return read.flatMap(({ units, headings }, source) => {
    if (others.has(source)) return [];
    return units.map((unit, position) => {
      const { terms, said } = unit;
      const at = (offset: number) => units[position + offset]?.terms ?? none;
      const further = furtherBack.map((offset) => at(-offset));
      const outside = (term: string) => !terms.has(term);
      const parts = {
        unit: shareHeld(ownInUnits, (term) => terms.has(term)),
        near: shareHeld(ownInUnits, (term) => outside(term) && at(-1).has(term)),
        far: shareHeld(
          ownInUnits,
          (term) =>
            outside(term) && !at(-1).has(term) && further.some((before) => before.has(term)),
        ),
        next: shareHeld(
          ownInUnits,
          (term) => outside(term) && !at(-1).has(term) && at(1).has(term),
        ),
        head: shareHeld(ownInUnits, (term) => outside(term) && headings.has(term)),
      };
      // What was said before is no answer, so the whole query's names and numbers do not count.
      const kindFit = kind && rateKind(kind, said, query);
      const news = [...terms].filter((term) => !asked.has(term)).length;
      const features: UnitFeatures = {
        ...parts,
        query: shareHeld(askedInUnits, (term) => terms.has(term)),
        source: held[source] ?? 0,
        source_share: (held[source] ?? 0) / maxHeld,
        ...describeKind(kind, kindFit),
        news: Math.min(news, maxNewTerms) / maxNewTerms,
        label: news > 0 ? rateLabel(analyzer, unit, { question, own }) : 0,
        length: Math.log1p(said.length),
        rank: Math.min(source, maxRank),
        asks: Number(/[?？]["'»”)]*$/.test(said)),
        leaders: Number(/\.{6,}/.test(said)),
        long: Number(said.length > longUnit),
      };
      return {
        ...unit,
        source,
        position,
        context: parts.unit + parts.near + parts.far + parts.next + parts.head,
        kindFit,
        features,
        score: applyWeights(model, features),
      };
    });
  });
}

const none: ReadonlySet<string> = new Set();

interface ReadSource extends ReadTitle {
  readonly units: readonly (Unit & { readonly terms: ReadonlySet<string> })[];
  /** Terms of the document's title and of the headings. */
  readonly headings: ReadonlySet<string>;
}

function readSource(analyzer: Analyzer, { title, text }: EvidenceSource): ReadSource {
  const read = (part: string) => new Set(analyzer.analyzeDocument(part));
  const [document = ''] = title.split(' > ');
  const readTitle = (part: string) => read(part.replaceAll(/[_.>-]/g, ' '));
  const headings = readTitle(title);
  const units = splitUnits(text).map((unit) => ({
    ...unit,
    terms: read(withoutQuotedQuestions(unit.said)),
  }));
  const whole = new Set([...headings, ...units.flatMap(({ terms }) => [...terms])]);
  return { units, document, title: readTitle(document), headings, whole };
}

const numeric: ReadonlySet<AnswerKind> = new Set([
  'money',
  'percent',
  'often',
  'date',
  'year',
  'number',
]);

function describeKind(kind: AnswerKind | undefined, fit: number | undefined) {
  const isName = kind === 'person' || kind === 'place';
  return {
    kind_number: kind && numeric.has(kind) ? (fit ?? 0) : 0,
    kind_name: isName ? (fit ?? 0) : 0,
    kind_definition: kind === 'definition' ? (fit ?? 0) : 0,
    kind_reason: kind === 'reason' ? (fit ?? 0) : 0,
    kind_unknown: Number(fit === undefined),
  };
}

/**
 * Share of a row's label that the question names; whether it asks for a field of a mail, or for what
 * the thing is with which a definition begins.
 */
function rateLabel(
  analyzer: Analyzer,
  unit: Unit,
  { question, own }: { readonly question: string; readonly own: ReadonlyMap<string, number> },
): number {
  if (definesAsked(question, unit.said)) return 1;
  const label = findLabel(unit);
  if (label === undefined) return 0;
  const terms = new Set(analyzer.analyzeDocument(label));
  return [...terms].filter((term) => own.has(term)).length / Math.max(1, terms.size);
}
