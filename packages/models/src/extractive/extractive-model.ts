import { createAnalyzer } from '@lectern/retrieval/analysis';
import { supportsAnswer } from '@lectern/retrieval/evidence';
import { estimateTokens, fitTokens } from '@lectern/retrieval/text';
import { defuseMarkers } from '../citation-markers.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../language-model.ts';
import { type AnswerSentence, chooseAnswer } from './choose-answer.ts';
import { isCode } from './find-list.ts';

/**
 * The built-in model. It answers with sentences of the sources, each followed by its `[n]`, or
 * abstains without a text. It needs no key and no download.
 */
export function createExtractiveModel(): LanguageModel {
  const analyzer = createAnalyzer();
  return {
    provider: 'extractive',
    name: 'extractive',
    toolChoices: ['none'],
    isExtractive: true,
    // `chooseAnswer` reads eight passages; they have this length by default.
    usefulSourceTokens: 3_600,
    async *generate(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted();
      const { extractive: input } = request;
      const sentences =
        input && supportsAnswer(input.evidence ?? 1)
          ? chooseAnswer(analyzer, input, input.sources)
          : [];
      if (sentences.length === 0) {
        yield { type: 'finish', reason: 'abstained' };
        return;
      }
      let left = request.maxTokens ?? Number.POSITIVE_INFINITY;
      for (const [index, piece] of sentences.flatMap(writePieces).entries()) {
        signal.throwIfAborted();
        const cost = estimateTokens(piece);
        if (cost > left) {
          const head = piece.slice(0, fitTokens(piece, { start: 0, end: piece.length }, left));
          if (index === 0) yield { type: 'text', text: head };
          yield { type: 'finish', reason: 'length' };
          return;
        }
        left -= cost;
        yield { type: 'text', text: piece };
      }
      yield { type: 'finish', reason: 'stop' };
    },
  };
}

/** Returns a sentence and each item of its list, on a line of its own, with their citations. */
function writePieces(
  { text, source, items = [] }: AnswerSentence,
  at: number,
  all: readonly AnswerSentence[],
): string[] {
  const before = all[at - 1];
  const gap = before === undefined ? '' : before.items ? '\n\n' : ' ';
  const marker = ` [${source}]`;
  return [
    `${gap}${defuseMarkers(text)}${marker}`,
    ...items.map((item) => (isCode(item) ? `\n${item}` : `\n${defuseMarkers(item)}${marker}`)),
  ];
}
