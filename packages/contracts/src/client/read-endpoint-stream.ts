import { endpoints } from '../endpoints/index.ts';
import { readStream, type StreamedName, type StreamedOf } from './call.ts';

/** The checked events of an endpoint's answer, by its row of the table. */
export function readEndpointStream<Name extends StreamedName>(
  name: Name,
  response: Response,
): AsyncGenerator<StreamedOf<Name>> {
  return readStream<Name>(endpoints[name], response);
}
