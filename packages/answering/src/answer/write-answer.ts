import type { Warning } from '@lectern/contracts';
import type { CallerIds, ExtractiveSource, LanguageModel, ModelUsage } from '@lectern/models';
import { MarkerStream } from '../citations/marker-stream.ts';
import type { NumberedSource } from '../citations/source.ts';
import { sentencesFor } from '../language/sentences-for.ts';
import type { Exchange } from '../passage.ts';
import { buildAnswerPrompt, noAnswer } from './answer-prompt.ts';
import { toRetrievalQuery } from './retrieval-query.ts';

export interface AnswerTask {
  readonly question: string;
  readonly history: readonly Exchange[];
  readonly sources: readonly NumberedSource[];
  readonly maxTokens: number;
  readonly caller?: CallerIds;
}

export interface AnswerListener {
  /** Text as it comes. */
  readonly onText: (text: string) => void;
  readonly onUsage?: (usage: ModelUsage) => void;
  /** Aborted once nobody listens any more. */
  readonly signal: AbortSignal;
}

export interface WrittenAnswer {
  readonly text: string;
  readonly abstained: boolean;
  readonly warnings: readonly Warning[];
  /** Name of the model, where it says so itself. */
  readonly model: string | null;
}

/** Text of a token is shorter; a model that goes on behind its limit is cut off here. */
const maxTokenLength = 10;
const cut: Warning = { code: 'answer_cut', message: 'The answer reached its longest length.' };

/**
 * Lets the model answer from the sources. No tool is offered, so nothing in a source can start one.
 * Text is told as it comes, with markers that name no source left out.
 */
export async function writeAnswer(
  model: Pick<LanguageModel, 'generate'>,
  { question, history, sources, maxTokens, caller }: AnswerTask,
  { onText, onUsage, signal }: AnswerListener,
): Promise<WrittenAnswer> {
  const messages = buildAnswerPrompt(question, sources, history);
  const request = {
    messages,
    extractive: {
      question,
      query: toRetrievalQuery(question, history),
      sources: toExtractiveSources(sources),
    },
    temperature: 0,
    maxTokens,
    ...(caller && { caller }),
  };
  const warnings: Warning[] = [];
  const markers = new MarkerStream(
    (n) => n <= sources.length,
    (n) =>
      warnings.push({
        code: 'citation_invalid',
        message: `[${n}] names no source; it was removed.`,
      }),
  );
  let text = '';
  let held = '';
  let abstained = false;
  let name: string | null = null;
  const pass = (piece: string) => {
    if (piece === '') return;
    text += piece;
    onText(piece);
  };
  let leftLength = maxTokens * maxTokenLength;
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'text' && !abstained) {
      held += event.text.slice(0, leftLength);
      leftLength -= event.text.length;
      if (leftLength < 0) {
        warnings.push(cut);
        break;
      }
      if (mayDecline(held)) continue;
      if (declines(held)) abstained = true;
      else pass(markers.push(held));
      held = '';
    }
    if (event.type !== 'finish') continue;
    if (event.usage) onUsage?.(event.usage);
    name = event.model ?? null;
    if (event.reason === 'length') warnings.push(cut);
    if (event.reason === 'abstained') abstained = true;
  }
  if (!abstained && held.trim() !== '' && !declines(held)) pass(markers.push(held));
  pass(markers.end());
  if (!abstained && text.trim() !== '') return { text, abstained: false, warnings, model: name };
  pass(sentencesFor(question).abstained);
  return { text, abstained: true, warnings, model: name };
}

/** Passage by passage, the most relevant first. */
function toExtractiveSources(sources: readonly NumberedSource[]): ExtractiveSource[] {
  return sources
    .flatMap(({ n, passages }) => passages.map((passage) => ({ n, ...passage })))
    .toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0))
    .map(({ n, title, section, text }) => ({
      n,
      title: section ? `${title} > ${section}` : title,
      text,
    }));
}

const start = /^[\s"'`*_]*/;

/** Whether what has come so far may become the word that declines. */
function mayDecline(text: string): boolean {
  const word = text.replace(start, '');
  return word.length < noAnswer.length && noAnswer.startsWith(word);
}

function declines(text: string): boolean {
  return text.replace(start, '').startsWith(noAnswer);
}
