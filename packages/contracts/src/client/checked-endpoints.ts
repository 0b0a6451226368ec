import type { AnswerOf } from '../endpoints/endpoint-types.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { checkAnswer, readStream, type StreamedName, type StreamedOf } from './call.ts';

/** The checked events of an endpoint's answer, by its row of the table. */
export function readEndpointStream<Name extends StreamedName>(
  name: Name,
  response: Response,
): AsyncGenerator<StreamedOf<Name>> {
  return readStream<Name>(endpoints[name], response);
}

/**
 * The checked answer of an endpoint, by its row of the table.
 *
 * @throws AppError `upstream_failed` for an answer of another form.
 */
export function checkEndpointAnswer<Name extends EndpointName>(
  name: Name,
  answer: unknown,
): AnswerOf<Name> {
  return checkAnswer<Name>(endpoints[name], answer);
}
