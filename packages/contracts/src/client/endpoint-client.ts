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

/** The endpoint table as functions. `Extra` are additional options of a transport. */
export interface EndpointClient<Extra = object> {
  /**
   * Calls an endpoint and validates its response.
   *
   * @throws AppError with the service's error, `service_unavailable`, `deadline_exceeded`,
   *   `client_closed_request`, or `upstream_failed` for an invalid response.
   */
  call<Name extends EndpointName>(name: Name, call?: Call<Name> & Extra): Promise<AnswerOf<Name>>;
  /**
   * Returns the validated events of an endpoint as they come, without retries. A deadline covers
   * the whole stream.
   *
   * @throws AppError like `call`.
   */
  stream<Name extends StreamedName>(
    name: Name,
    call?: Call<Name> & Extra,
  ): AsyncGenerator<StreamedOf<Name>>;
  /**
   * Sends files in a form, in the field that the endpoint's row names.
   *
   * @throws AppError like `call`.
   */
  upload<Name extends UploadName>(
    name: Name,
    form: FormData,
    call?: CallBase<Name> & Extra,
  ): Promise<AnswerOf<Name>>;
}

export interface Transport<Extra> {
  /** Prepares address, headers and deadline of a call. Sends nothing. */
  prepare(endpoint: Endpoint, call: AnyCall & Partial<Extra>): PreparedCall;
  /** Sends a call and returns the JSON of the response, undefined if it is empty. */
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
