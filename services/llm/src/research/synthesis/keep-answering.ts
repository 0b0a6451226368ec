import type { Analyzer } from '@lectern/retrieval';
import {
  asksForCode,
  findLastQuestion,
  supportsAnswer,
  weighEvidence,
} from '@lectern/retrieval/evidence';
import { listEnglishNames } from '../list-english-names.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { withoutCode } from './without-code.ts';

/** More passages than this hardly change whether a question can be answered. */
const maxPassagesWeighed = 8;
/** A passage whose evidence is a smaller share of the best one's has words of the question by chance. */
const minShareOfBest = 0.75;

/**
 * Code is read where code is asked for. Without the own passages where they do not answer the question, by the rule of every answer; else
 * those that answer it alone, or where they do so together those that are needed for it, the most relevant first.
 */
export function keepAnswering(analyzer: Analyzer, state: ResearchStateValue): ResearchStateValue {
  if (!state.rag_results) return state;
  const read = asksForCode(state.query) ? (text: string) => text : withoutCode;
  const rag_results = state.rag_results.filter(({ content }) => read(content) !== '');
  const passages = rag_results.slice(0, maxPassagesWeighed).map((passage) => ({
    title: [passage.document_title, passage.metadata?.section].filter(Boolean).join(' > '),
    text: read(passage.content),
  }));
  const names = listEnglishNames(state.query, state.frame).join(' ');
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

/** Which passages an answer of several needs: all where each can be left out for the others. */
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
 * What the own documents are asked. Where PubMed is asked too, the question also says what to do with
 * both ("compare", "with published studies"), and its topic alone is asked.
 */
function readAsked({ query, frame }: ResearchStateValue) {
  if (!frame?.filters.include_publications) return { question: findLastQuestion(query), query };
  const { interventions, conditions, terms } = frame.entities;
  const topic = [...interventions, ...conditions, ...terms, ...frame.unused].join(' ');
  return { question: topic || query, query: topic || query };
}
