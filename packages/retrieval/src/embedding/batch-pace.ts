const firstTexts = 8;
/** Share of the maximum wait; after an answer within it the next batch is twice as large. */
const quickShare = 1 / 4;
const quickAnswersAfterDelay = 8;

/**
 * Chooses the number of texts for the next request. It starts small, because a server continues
 * with a request that was given up; it doubles after a quick answer and is halved by a timeout,
 * after which it grows only by several quick answers in a row.
 */
export class BatchPace {
  readonly #maxTexts: number;
  readonly #quickMs: number;
  #texts: number;
  #wantedAnswers = 1;
  #quickAnswers = 0;

  constructor({ maxTexts, maxWaitMs }: { readonly maxTexts: number; readonly maxWaitMs: number }) {
    this.#maxTexts = maxTexts;
    this.#quickMs = maxWaitMs * quickShare;
    this.#texts = Math.min(firstTexts, maxTexts);
  }

  get texts(): number {
    return this.#texts;
  }

  recordAnswer(texts: number, durationMs: number): void {
    if (texts < this.#texts) return;
    this.#quickAnswers = durationMs <= this.#quickMs ? this.#quickAnswers + 1 : 0;
    if (this.#quickAnswers < this.#wantedAnswers) return;
    this.#texts = Math.min(2 * this.#texts, this.#maxTexts);
    this.#quickAnswers = 0;
  }

  recordTimeout(texts: number): void {
    this.#texts = Math.min(this.#texts, Math.ceil(texts / 2));
    this.#wantedAnswers = quickAnswersAfterDelay;
    this.#quickAnswers = 0;
  }
}
