import type { Endpoint } from '../endpoints/endpoint.ts';
import type { AnswerOf } from '../endpoints/endpoint-types.ts';
import { type EndpointName, endpoints } from '../endpoints/index.ts';
import {
  type AnyCall,
  type Call,
  type CallBase,
  checkAnswer,
  readStream,
  type StreamedName,
  type StreamedOf,
  type UploadName,
} from './call.ts';
import { toAppError } from './failure.ts';
import { fetchEndpoint, type PreparedCall } from './fetch-endpoint.ts';

/** The endpoint table as functions. `Extra` is what a transport lets every call say as well. */
export interface EndpointClient<Extra = object> {
  /**
   * Calls an endpoint and checks its answer.
   *
   * @throws AppError what the service refused, `service_unavailable`, `deadline_exceeded`,
   *   `client_closed_request`, or `upstream_failed` for an answer that breaks its contract.
   */
  call<Name extends EndpointName>(name: Name, call?: Call<Name> & Extra): Promise<AnswerOf<Name>>;
  /**
   * The checked events of an endpoint as they come, without retries. Ends with the stream; a
   * deadline is that of the whole stream.
   *
   * @throws AppError as `call` does.
   */
  stream<Name extends StreamedName>(
    name: Name,
    call?: Call<Name> & Extra,
  ): AsyncGenerator<StreamedOf<Name>>;
  /**
   * Sends files in a form with the field that the endpoint's row names.
   *
   * @throws AppError as `call` does.
   */
  upload<Name extends UploadName>(
    name: Name,
    form: FormData,
    call?: CallBase<Name> & Extra,
  ): Promise<AnswerOf<Name>>;
}

export interface Transport<Extra> {
  /** Address, headers and deadline of a call. Nothing is sent. */
  prepare(endpoint: Endpoint, call: AnyCall & Partial<Extra>): PreparedCall;
  /** The JSON of the answer, undefined for an empty one. */
  send(endpoint: Endpoint, call: PreparedCall): Promise<unknown>;
}

export function createEndpointClient<Extra>(transport: Transport<Extra>): EndpointClient<Extra> {
  const send = async <Name extends EndpointName>(
    name: Name,
    call: AnyCall & Partial<Extra>,
    form?: FormData,
  ): Promise<AnswerOf<Name>> => {
    const endpoint: Endpoint = endpoints[name];
    const prepared = { ...transport.prepare(endpoint, call), ...(form && { form }) };
    try {
      return checkAnswer<Name>(endpoint, await transport.send(endpoint, prepared));
    } finally {
      prepared.end?.();
    }
  };

  return {
    call: (name, call) => send(name, call ?? {}),
    upload: (name, form, call) => send(name, call ?? {}, form),
    async *stream<Name extends StreamedName>(name: Name, call?: Call<Name> & Extra) {
      const endpoint: Endpoint = endpoints[name];
      const { headers, ...prepared } = transport.prepare(endpoint, call ?? {});
      const accept = { accept: 'text/event-stream' };
      try {
        const response = await fetchEndpoint(endpoint, {
          ...prepared,
          headers: { ...headers, ...accept },
        });
        yield* readStream<Name>(endpoint, response);
      } catch (error) {
        throw toAppError(error, prepared.signal);
      } finally {
        prepared.end?.();
      }
    },
  };
}
