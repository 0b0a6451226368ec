import { titlePrompt } from '@lectern/answering/prompts';
import type { LanguageModel } from '@lectern/models';
import { shorten } from '@lectern/retrieval/text';
import type { Logger, OnClose } from '@lectern/service';
import type { LlmDatabase } from '../database/tables.ts';
import { readTitle, toTitle } from './title.ts';

export interface ConversationTitlesOptions {
  readonly database: LlmDatabase;
  /** Default: the model of the turn. */
  readonly model?: LanguageModel | undefined;
  readonly logger: Logger;
}

export interface TitledTurn {
  readonly conversationId: string;
  readonly question: string;
}

const maxQuestionLength = 2_000;
const maxTokens = 100;
const maxWritten = 4_000;
const timeoutMs = 30_000;
/** Maximum titles in progress. Further conversations keep their first message as a title. */
const maxRunning = 4;

/**
 * Lets a model write titles from the first message after its answer. A title that a person gave
 * stays; so does the first message where the model fails.
 */
export class ConversationTitles {
  readonly #options: ConversationTitlesOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: ConversationTitlesOptions, onClose: OnClose) {
    this.#options = options;
    onClose(async () => {
      this.#closing.abort();
      await Promise.all(this.#running);
    });
  }

  /** Runs in the background and never fails. */
  begin(turn: TitledTurn, ofTurn: LanguageModel): void {
    const { model = ofTurn } = this.#options;
    if (model.isExtractive) return;
    if (this.#running.size >= maxRunning || this.#closing.signal.aborted) return;
    const running = this.#write(turn, model)
      .catch((error: unknown) => {
        const { conversationId: conversation_id } = turn;
        this.#options.logger.debug({ err: error, conversation_id }, 'a title was not written');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #write({ conversationId, question }: TitledTurn, model: LanguageModel): Promise<void> {
    const { database } = this.#options;
    const first = toTitle(question);
    const untitled = await database
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', conversationId)
      .where('title', '=', first)
      .executeTakeFirst();
    if (!untitled) return;
    const title = readTitle(await this.#ask(question, model));
    if (title === undefined) return;
    await database
      .updateTable('conversations')
      .set({ title })
      .where('id', '=', conversationId)
      .where('title', '=', first)
      .execute();
  }

  async #ask(question: string, model: LanguageModel): Promise<string> {
    const request = {
      messages: [
        { role: 'system' as const, content: titlePrompt.text },
        { role: 'user' as const, content: shorten(question, maxQuestionLength) },
      ],
      maxTokens,
    };
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]);
    let text = '';
    for await (const event of model.generate(request, signal)) {
      if (event.type === 'text') text += event.text;
      if (text.length > maxWritten) return '';
      if (event.type !== 'finish') continue;
      if (event.reason !== 'stop') return '';
    }
    return text;
  }
}
