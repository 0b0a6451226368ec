import { type AnswerKind, definesAsked, findAnswerKind, rateKind } from './answer-kind.ts';
import { findOtherDocuments, type ReadTitle } from './find-other-documents.ts';
import { listSectionNumbers, readOwnNumber } from './section-numbers.ts';
import { findLabel, splitUnits, type Unit } from './split-units.ts';
import {
  type Comparer,
  createComparer,
  readTerms,
  shareHeld,
  weighByRarity,
  withoutQuotedQuestions,
} from './terms.ts';
import { applyWeights, type UnitFeature, type UnitModel, unitWeights } from './weights.ts';
import { withoutPlace } from './without-place.ts';

/** A question in the person's words, and the query that was searched for. */
export interface Asked {
  /** The person's own words. */
  readonly question: string;
  /** The question with the parts of the conversation that it refers to. */
  readonly query: string;
}

/** A text that may contain the answer. Lists are sorted, best first. */
export interface EvidenceSource {
  /** Title of the document, then known headings above the text: `Manual > Safety`. */
  readonly title: string;
  readonly text: string;
}

/** Values of a unit for the linear model. */
export type UnitFeatures = Readonly<Record<UnitFeature, number>>;

export interface ScoredUnit extends Unit {
  /** Position of its source in the list, from 0. */
  readonly source: number;
  /** Position among the units of its source. */
  readonly position: number;
  readonly terms: ReadonlySet<string>;
  /** Weighted share of the question's terms in the unit, its neighbours and its title. */
  readonly context: number;
  /** Fit to the kind of answer, 0 to 1; undefined without a kind, or if it cannot be rated. */
  readonly kindFit: number | undefined;
  /** True for a section that the question names by its number or its heading. */
  readonly isAskedSection: boolean;
  readonly features: UnitFeatures;
  /** Log odds that the unit answers the question, if anything in the sources does. */
  readonly score: number;
}

/** Distances of earlier units that count as context, besides the unit directly before. */
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
 * Scores every sentence and row as an answer. Sources about another thing than the question names
 * are left out.
 */
export function scoreUnits(
  given: Comparer,
  { question, query }: Asked,
  { sources, model = unitWeights }: UnitsToScore,
): ScoredUnit[] {
  const texts = sources.map(({ text }) => text);
  const analyzer = createComparer(given, question, texts);
  const kind = findAnswerKind(question);
  const asked = readTerms(analyzer, query);
  const own = readTerms(analyzer, withoutPlace(question));
  const read = sources.map((source) => readSource(analyzer, source));
  const unitTerms = read.flatMap(({ units }) => units.map(({ terms }) => terms));
  const ownInUnits = weighByRarity(own, unitTerms);
  const sought = query === question ? own : asked;
  const askedInUnits = weighByRarity(sought, unitTerms);
  const askedInSources = weighByRarity(
    asked,
    read.map(({ whole }) => whole),
  );
  const soughtInSources = weighByRarity(
    sought,
    read.map(({ whole }) => whole),
  );
  const place = [...asked.keys()].filter((term) => !sought.has(term));
  const documentOf = (at: number) => read[at]?.document;
  const others = findOtherDocuments(read, new Set(asked.keys()));
  const named = new Set(
    read.flatMap(({ whole }, at) => (place.some((term) => whole.has(term)) ? documentOf(at) : [])),
  );
  const numbers = listSectionNumbers(question);
  const isAsked = (text: string) => numbers.has(readOwnNumber(text) ?? '');
  const held = read.map(({ whole, units }, at) => {
    if (others.has(at)) return 0;
    const holds = (term: string) => whole.has(term);
    const all = shareHeld(askedInSources, holds);
    // The question may name the document, whose passages seldom repeat the name.
    const best = named.has(documentOf(at)) ? Math.max(all, shareHeld(soughtInSources, holds)) : all;
    // The section tells more than the other words of such a question.
    return units.some((unit) => isAsked(unit.readableText)) ? (1 + best) / 2 : best;
  });
  const maxHeld = Math.max(...held, Number.EPSILON);

  return read.flatMap(({ units }, source) => {
    if (others.has(source)) return [];
    return units.map((unit, position) => {
      const { terms, readableText, headings } = unit;
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
      // Names and numbers of earlier messages do not count, since they are not the answer.
      const kindFit = kind && rateKind(kind, readableText, query);
      const isAskedSection = isAsked(readableText) || isNamedHeading(unit, own);
      const news = [...terms].filter((term) => !asked.has(term)).length;
      const features: UnitFeatures = {
        ...parts,
        query: shareHeld(askedInUnits, (term) => terms.has(term)),
        source: held[source] ?? 0,
        source_share: (held[source] ?? 0) / maxHeld,
        ...describeKind(kind, kindFit),
        news: Math.min(news, maxNewTerms) / maxNewTerms,
        label:
          isAskedSection || news === 0
            ? Number(isAskedSection)
            : rateLabel(analyzer, unit, { question, own }),
        length: Math.log1p(readableText.length),
        rank: Math.min(source, maxRank),
        // The heading of a list of questions is the person's own question.
        asks: Number(!isAskedSection && /[?？]["'»”)*_]*$/.test(readableText)),
        leaders: Number(/\.{6,}/.test(readableText)),
        long: Number(readableText.length > longUnit),
      };
      return {
        ...unit,
        source,
        position,
        context: parts.unit + parts.near + parts.far + parts.next + parts.head,
        kindFit,
        isAskedSection,
        features,
        score: applyWeights(model, features),
      };
    });
  });
}

/** Returns true for a heading that holds all words of a question: `Replacing the filter`. */
function isNamedHeading(
  { headingLevel, terms }: ReadUnit,
  own: ReadonlyMap<string, number>,
): boolean {
  if (headingLevel === undefined || own.size === 0) return false;
  return [...own.keys()].every((term) => terms.has(term));
}

const none: ReadonlySet<string> = new Set();

interface ReadUnit extends Unit {
  readonly terms: ReadonlySet<string>;
  /** Terms of the document's title and of the headings above. */
  readonly headings: ReadonlySet<string>;
}

interface ReadSource extends ReadTitle {
  readonly units: readonly ReadUnit[];
}

function readSource(analyzer: Comparer, { title, text }: EvidenceSource): ReadSource {
  const read = (part: string) => new Set(analyzer.analyzeDocument(part));
  const [document = '', ...parts] = title.split(' > ');
  const [documentTerms = none, ...path] = [document, ...parts].map((part) =>
    read(part.replaceAll(/[_.>-]/g, ' ')),
  );
  const above = path.map((terms, at) => ({ level: at + 1, terms }));
  const join = () =>
    new Set([documentTerms, ...above.map(({ terms }) => terms)].flatMap((each) => [...each]));
  let headings = join();
  const whole = new Set(headings);
  const units = splitUnits(text).map((unit): ReadUnit => {
    const terms = read(withoutQuotedQuestions(unit.readableText));
    for (const term of terms) whole.add(term);
    const level = unit.headingLevel;
    if (level === undefined) return { ...unit, terms, headings };
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    headings = join();
    const heading = { ...unit, terms, headings };
    above.push({ level, terms });
    headings = join();
    return heading;
  });
  return { units, document, title: documentTerms, whole };
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
 * Returns the share of a row's label that is in the question, 0 to 1; 1 for a definition that the
 * question asks for.
 */
function rateLabel(
  analyzer: Comparer,
  unit: Unit,
  { question, own }: { readonly question: string; readonly own: ReadonlyMap<string, number> },
): number {
  if (definesAsked(question, unit.readableText)) return 1;
  const label = findLabel(unit);
  if (label === undefined) return 0;
  const terms = new Set(analyzer.analyzeDocument(label));
  return [...terms].filter((term) => own.has(term)).length / Math.max(1, terms.size);
}
