import type { Analyzer } from '@lectern/retrieval';
import { findLastQuestion, supportsAnswer, weighEvidence } from '@lectern/retrieval/evidence';
import type { ResearchStateValue } from '../research-state.ts';

/** Further passages hardly change whether a question can be answered. */
const maxPassagesWeighed = 8;
/** Passages with a smaller share of the best one's evidence match by chance. */
const minShareOfBest = 0.75;

/**
 * Removes passages that do not answer the question, by the evidence score. Passages that answer it
 * alone stay, or else those that are needed together.
 */
export function filterAnsweringPassages(
  analyzer: Analyzer,
  state: ResearchStateValue,
): ResearchStateValue {
  if (!state.rag_results) return state;
  const { rag_results } = state;
  const passages = rag_results.slice(0, maxPassagesWeighed).map((passage) => ({
    title: [passage.document_title, passage.metadata?.section].filter(Boolean).join(' > '),
    text: passage.content,
  }));
  const names = listNames(state).join(' ');
  const questions = [readAsked(state), ...(names ? [{ question: names, query: names }] : [])];
  const weigh = (sources: typeof passages) =>
    Math.max(...questions.map((asked) => weighEvidence(analyzer, asked, sources)));
  const weights = passages.map((passage) => weigh([passage]));
  const enough = Math.max(...weights) * minShareOfBest;
  const alone = rag_results.filter((_, index) => {
    const weight = weights[index] ?? 0;
    return supportsAnswer(weight) && weight >= enough;
  });
  const together = new Set(alone.length > 0 ? [] : listNeeded(passages, weigh));
  const kept = alone.length > 0 ? alone : rag_results.filter((_, index) => together.has(index));
  return {
    ...state,
    rag_results: kept.toSorted((a, b) => b.relevance_score - a.relevance_score),
  };
}

/** Returns the indexes of the passages without which the evidence falls; all if each can be left out. */
function listNeeded<Passage>(
  passages: readonly Passage[],
  weigh: (passages: Passage[]) => number,
): readonly number[] {
  const whole = weigh([...passages]);
  if (!supportsAnswer(whole)) return [];
  const indexes = passages.map((_, index) => index);
  const needed = indexes.filter(
    (left) => weigh(passages.filter((_, index) => index !== left)) < whole * minShareOfBest,
  );
  return needed.length > 0 ? needed : indexes;
}

/**
 * Returns the question for the own documents. If PubMed is searched too, the question also says what
 * to do with both, so only its names count.
 */
function readAsked(state: ResearchStateValue) {
  const { query, frame } = state;
  const names = frame?.filters.include_publications ? listNames(state).join(' ') : '';
  return names ? { question: names, query: names } : { question: findLastQuestion(query), query };
}

function listNames({ frame }: ResearchStateValue): readonly string[] {
  const { interventions = [], conditions = [], terms = [] } = frame?.entities ?? {};
  return [...interventions, ...conditions, ...terms];
}
