import type { AnswerOf } from '../endpoints/endpoint-types.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import { checkAnswer, readStream, type StreamedName, type StreamedOf } from './call.ts';

/** Reads the validated events of an endpoint's response. */
export function readEndpointStream<Name extends StreamedName>(
  name: Name,
  response: Response,
): AsyncGenerator<StreamedOf<Name>> {
  return readStream<Name>(endpoints[name], response);
}

/**
 * Returns the validated response of an endpoint.
 *
 * @throws AppError `upstream_failed` for an invalid response.
 */
export function checkEndpointAnswer<Name extends EndpointName>(
  name: Name,
  answer: unknown,
): AnswerOf<Name> {
  return checkAnswer<Name>(endpoints[name], answer);
}
