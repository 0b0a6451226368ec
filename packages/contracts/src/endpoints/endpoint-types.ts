import type { z } from 'zod';
import type { ParameterName } from './endpoint.ts';
import type { EndpointName, endpoints } from './index.ts';

type Endpoints = typeof endpoints;

/** JSON body of a request; undefined if the endpoint has none. */
export type BodyOf<Name extends EndpointName> = Endpoints[Name] extends {
  body: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : undefined;

/** Query of a request. */
export type QueryOf<Name extends EndpointName> = Endpoints[Name] extends {
  query: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : undefined;

/** Validated JSON response. */
export type AnswerOf<Name extends EndpointName> = Endpoints[Name] extends {
  response: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** Path parameters by name. */
export type ParametersOf<Name extends EndpointName> = Readonly<
  Record<ParameterName<Endpoints[Name]['path']>, string>
>;

/** Endpoints with a JSON body. */
export type NameWithBody = {
  [Name in EndpointName]: Endpoints[Name] extends { body: z.ZodType } ? Name : never;
}[EndpointName];
