import type { SearchDocumentsOutput } from '@lectern/contracts';
import { findLastQuestion, supportsAnswer, weighEvidence } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import { listEnglishNames } from '../list-english-names.ts';
import type { ResearchStateValue } from '../research-state.ts';

type Passages = SearchDocumentsOutput['results'];

/** More passages than this hardly change whether a question can be answered. */
const maxPassagesWeighed = 8;
/** A passage less relevant than this share of the best one is about something else. */
const minShareOfBest = 0.25;

/**
 * Without the own passages where they do not answer the question, by the rule of every answer; else
 * the most relevant first, without those that are far behind the best.
 */
export function keepAnswering(analyzer: Analyzer, state: ResearchStateValue): ResearchStateValue {
  const { rag_results } = state;
  if (!rag_results) return state;
  const passages = rag_results.slice(0, maxPassagesWeighed).map((passage) => ({
    title: [passage.document_title, passage.metadata?.section].filter(Boolean).join(' > '),
    text: passage.content,
  }));
  const names = listEnglishNames(state.query, state.frame).join(' ');
  const isAnswer = [readAsked(state), ...(names ? [{ question: names, query: names }] : [])].some(
    (asked) => supportsAnswer(weighEvidence(analyzer, asked, passages)),
  );
  return { ...state, rag_results: isAnswer ? keepRelevant(rag_results) : [] };
}

function keepRelevant(found: Passages): Passages {
  const best = Math.max(...found.map(({ relevance_score }) => relevance_score));
  return found
    .filter(({ relevance_score }) => relevance_score >= best * minShareOfBest)
    .toSorted((a, b) => b.relevance_score - a.relevance_score);
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
