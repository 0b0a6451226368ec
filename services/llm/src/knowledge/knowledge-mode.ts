import { fitHistory, fitQuestion } from '@lectern/answering';
import { createGraphMode, type GraphModeDependencies } from '../graphs/create-graph-mode.ts';
import type { AnswerMode } from '../ports/answer-mode.ts';
import { createKnowledgeGraph, type KnowledgeGraphOptions } from './knowledge-graph.ts';

export type KnowledgeModeOptions = KnowledgeGraphOptions & GraphModeDependencies;

/** Maximum shares of the context for the question and for earlier exchanges. */
const questionShare = 0.2;
const historyShare = 0.2;

/** Mode `knowledge`: answers from the documents, with checked citations. */
export function createKnowledgeMode(options: KnowledgeModeOptions): AnswerMode {
  return createGraphMode(options, {
    name: 'knowledge',
    compile: (checkpointer) => createKnowledgeGraph({ ...options, checkpointer }),
    toInput: ({ question, history, collectionFilter, maxTokens }, { contextTokens }) => ({
      question: fitQuestion(question, Math.floor(contextTokens * questionShare)),
      history: fitHistory(history, Math.floor(contextTokens * historyShare)),
      collectionFilter: collectionFilter ?? null,
      maxTokens: maxTokens ?? null,
    }),
    toAnswer: ({ answer, abstained, citations, warnings, evidence }) => ({
      text: answer,
      abstained,
      citations,
      warnings,
      evidence,
    }),
    sourcesOf: ({ sources = [] }) => sources,
  });
}
