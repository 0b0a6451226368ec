import { type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph';
import {
  checkCitations,
  type Passage,
  ruleTokens,
  sentencesFor,
  toRetrievalQuery,
  writeAnswer,
} from '@lectern/answering';
import type { Warning } from '@lectern/contracts';
import type { LanguageModel, ModelUsage } from '@lectern/models';
import type { Analyzer } from '@lectern/retrieval';
import { supportsAnswer } from '@lectern/retrieval/evidence';
import { estimateTokens } from '@lectern/retrieval/text';
import { type Runtime, readRuntime } from '../graphs/graph-context.ts';
import { inSpan } from '../graphs/in-span.ts';
import type { KnowledgeSearch } from '../ports/knowledge-search.ts';
import { callSearch } from './call-search.ts';
import { chooseQueries } from './choose-queries.ts';
import { chooseSources } from './choose-sources.ts';
import {
  KnowledgeState,
  type KnowledgeStateUpdate,
  type KnowledgeStateValue,
} from './knowledge-state.ts';

export interface KnowledgeGraphOptions {
  readonly model: LanguageModel;
  readonly search: KnowledgeSearch;
  readonly analyzer: Analyzer;
  readonly checkpointer: BaseCheckpointSaver | undefined;
  /** What prompt and answer may take together. */
  readonly contextTokens: number;
  readonly onUsage: (usage: ModelUsage) => void;
}

/** Share of the context; what rules, history and question leave of the rest is for the sources. */
const answerShare = 0.25;
const maxAnswerTokens = 2_000;

/**
 * Mode `knowledge`: the search is forced, then the answer is written from what was found and its
 * citations are checked. Without anything to answer from, it says so.
 */
export function createKnowledgeGraph(options: KnowledgeGraphOptions) {
  const { model, search, analyzer, checkpointer, contextTokens, onUsage } = options;
  const answerTokens = Math.min(maxAnswerTokens, Math.floor(contextTokens * answerShare));

  const retrieve = async (
    { question, history, collectionFilter }: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const { context, signal } = readRuntime(runtime);
    const fallback = toRetrievalQuery(question, history);
    const task = { tool: search.tool, question, history, fallback };
    const chosen = await chooseQueries(model, task, { onUsage, signal });
    const passages: Passage[] = [];
    const warnings: Warning[] = [];
    let answered = false;
    let evidence = 0;
    for (const query of chosen.queries) {
      const asked = { query, collectionFilter: collectionFilter ?? undefined };
      const result = await callSearch(search, asked, { forced: chosen.forced, context, signal });
      if (!result) continue;
      answered = true;
      evidence = Math.max(evidence, result.evidence);
      passages.push(...result.passages);
      warnings.push(...result.warnings);
    }
    if (!answered) {
      warnings.push({ code: 'retrieval_unavailable', message: 'The search gave no answer.' });
    }
    const historyTokens = history.reduce(
      (sum, exchange) => sum + estimateTokens(exchange.question) + estimateTokens(exchange.answer),
      0,
    );
    const left =
      contextTokens - answerTokens - ruleTokens - historyTokens - estimateTokens(question);
    return {
      queries: chosen.queries,
      sources: chooseSources(passages, Math.min(left, model.usefulSourceTokens ?? left)),
      evidence,
      unavailable: !answered,
      warnings,
    };
  };

  const answer = async (
    { question, history, sources, maxTokens }: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const { context, signal } = readRuntime(runtime);
    const written = await writeAnswer(
      model,
      { question, history, sources, maxTokens: Math.min(answerTokens, maxTokens ?? answerTokens) },
      { onText: (text) => context.emit({ type: 'text', text }), onUsage, signal },
    );
    return { answer: written.text, abstained: written.abstained, warnings: written.warnings };
  };

  const decline = async (
    { question, unavailable }: KnowledgeStateValue,
    runtime: Runtime,
  ): Promise<KnowledgeStateUpdate> => {
    const sentences = sentencesFor(question);
    const text = unavailable ? sentences.retrievalUnavailable : sentences.abstained;
    readRuntime(runtime).context.emit({ type: 'text', text });
    return { answer: text, abstained: true };
  };

  const check = async ({
    answer: text,
    abstained,
    sources,
  }: KnowledgeStateValue): Promise<KnowledgeStateUpdate> => {
    if (abstained) return { citations: [] };
    const checked = checkCitations(analyzer, text, sources);
    return { answer: checked.text, citations: checked.citations, warnings: checked.warnings };
  };

  return new StateGraph(KnowledgeState)
    .addNode('retrieve', inSpan('retrieve', retrieve))
    .addNode('write_answer', inSpan('write_answer', answer))
    .addNode('decline', inSpan('decline', decline))
    .addNode('check', inSpan('check', check))
    .addEdge(START, 'retrieve')
    .addConditionalEdges(
      'retrieve',
      ({ sources, evidence }) =>
        sources.length > 0 && supportsAnswer(evidence) ? 'write_answer' : 'decline',
      ['write_answer', 'decline'],
    )
    .addEdge('write_answer', 'check')
    .addEdge('decline', 'check')
    .addEdge('check', END)
    .compile({ ...(checkpointer && { checkpointer }) });
}
