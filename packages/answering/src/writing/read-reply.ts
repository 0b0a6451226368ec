import type { Warning } from '@lectern/contracts';
import type { ModelEvent, ModelToolCall } from '@lectern/models';
import type { RemovedMarker } from '../written-answer.ts';
import type { JsonReplyStream } from './json-reply.ts';
import { MarkerStream } from './marker-stream.ts';

export interface ReplyOptions {
  /** Words that the model writes in place of an answer. */
  readonly sentinels: readonly string[];
  /** Number of sources; markers of other numbers are removed. */
  readonly sources: number;
  /** Maximum tokens that the model was asked for. */
  readonly maxTokens: number;
  /** Reads the reply as JSON; a text in place of it passes too. */
  readonly json?: JsonReplyStream;
}

export interface ReplyListener {
  /** Gets the text piece by piece. */
  readonly onText: (text: string) => void;
}

export interface ModelReply {
  /** The text that the listener got. */
  readonly text: string;
  /** The sentinel that the model wrote in place of an answer. */
  readonly sentinel: string | undefined;
  readonly calls: readonly ModelToolCall[];
  readonly warnings: readonly Warning[];
  /** Markers that were removed since they name no source. */
  readonly removed: readonly RemovedMarker[];
  /** Name of the model, where it reports one. */
  readonly model: string | null;
}

/** Maximum characters per token. A model that ignores its limit is stopped there. */
const maxTokenLength = 10;
const cut: Warning = { code: 'answer_cut', message: 'The answer reached its longest length.' };

/** Streams a model's reply. Text waits while it may still become a sentinel. */
export async function readReply(
  events: AsyncIterable<ModelEvent>,
  { sentinels, sources, maxTokens, json }: ReplyOptions,
  { onText }: ReplyListener,
): Promise<ModelReply> {
  const calls: ModelToolCall[] = [];
  const warnings: Warning[] = [];
  const removed: RemovedMarker[] = [];
  const markers = new MarkerStream(
    (n) => n <= sources,
    (marker) => removed.push(marker),
  );
  let text = '';
  let waiting = '';
  let sentinel: string | undefined;
  let model: string | null = null;
  const pass = (piece: string) => {
    if (piece === '') return;
    text += piece;
    onText(piece);
  };
  let leftLength = maxTokens * maxTokenLength;
  for await (const event of events) {
    if (event.type === 'tool_call') calls.push(event.call);
    if (event.type === 'text' && sentinel === undefined) {
      const piece = event.text.slice(0, leftLength);
      waiting += json ? json.push(piece) : piece;
      leftLength -= event.text.length;
      if (leftLength < 0) {
        warnings.push(cut);
        break;
      }
      sentinel = sentinels.find((one) => startOf(waiting).startsWith(one));
      if (sentinel || sentinels.some((one) => one.startsWith(startOf(waiting)))) continue;
      pass(markers.push(waiting));
      waiting = '';
    }
    if (event.type !== 'finish') continue;
    model = event.model ?? null;
    if (event.reason === 'length') warnings.push(cut);
  }
  if (!sentinel && waiting.trim() !== '') pass(markers.push(waiting));
  pass(markers.end());
  return { text, sentinel, calls, warnings, removed, model };
}

/** Returns a text without the quotation marks and mark-up before its first word. */
function startOf(text: string): string {
  return text.replace(/^[\s"'`*_]*/, '');
}
