import type { z } from 'zod';
import type { ParameterName } from './endpoint.ts';
import type { EndpointName, endpoints } from './index.ts';

type Endpoints = typeof endpoints;

/** What a caller sends as JSON; undefined where no JSON body is taken. */
export type BodyOf<Name extends EndpointName> = Endpoints[Name] extends {
  body: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : undefined;

/** What a caller gives as query. */
export type QueryOf<Name extends EndpointName> = Endpoints[Name] extends {
  query: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : undefined;

/** The checked JSON answer. */
export type AnswerOf<Name extends EndpointName> = Endpoints[Name] extends {
  response: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** The parameters in the path, by name. */
export type ParametersOf<Name extends EndpointName> = Readonly<
  Record<ParameterName<Endpoints[Name]['path']>, string>
>;

/** Endpoints that take JSON. */
export type NameWithBody = {
  [Name in EndpointName]: Endpoints[Name] extends { body: z.ZodType } ? Name : never;
}[EndpointName];
