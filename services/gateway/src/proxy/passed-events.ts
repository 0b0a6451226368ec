import { Writable } from 'node:stream';
import type { AppError } from '@lectern/contracts';
import { brokenOffText } from '@lectern/contracts/broken-off';
import { toErrorBody } from '@lectern/service';
import type { Request, Response } from 'express';

/**
 * Event `error`; a chunk with the error, as in OpenAI's chat; or the part `error` of a
 * conversation.
 */
export type BreakForm = 'event' | 'chunk' | 'part';

/** Passes an event stream to the caller and can report a break as its last event. */
export class PassedEvents extends Writable {
  readonly #response: Response;
  readonly #form: BreakForm;
  #end = '\n\n';

  constructor(response: Response, form: BreakForm) {
    super();
    this.#response = response;
    this.#form = form;
  }

  /**
   * Ends the caller's stream with the error. After half an event the connection is cut instead,
   * since the rest would be read as its data.
   */
  fail(request: Request, error: AppError): void {
    if (this.#end !== '\n\n') {
      this.#response.destroy();
      return;
    }
    const told =
      this.#form === 'part'
        ? { type: 'error', errorText: brokenOffText }
        : toErrorBody(error, request);
    const data = JSON.stringify(told);
    const name = this.#form === 'event' ? 'event: error\n' : '';
    this.#response.end(`${name}data: ${data}\n\n`);
  }

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#end = (this.#end + part.subarray(-2).toString('latin1')).slice(-2);
    if (this.#response.write(part)) done();
    else this.#response.once('drain', done);
  }

  override _final(done: () => void): void {
    this.#response.end(done);
  }
}
