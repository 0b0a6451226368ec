import type { Answer, RequestOptions } from '../../suite/api.ts';
import type { Clause } from '../subject.ts';
import { found, show } from './found.ts';
import type { ContractWorld } from './world.ts';

interface Refusal {
  readonly name: string;
  readonly call: readonly [method: string, path: string];
  readonly options?: RequestOptions;
  /** What was sent, where it cannot be read from the call. */
  readonly sent?: string;
  readonly status: number;
  readonly code: string;
  readonly field?: string;
}

const asJson = (body: string | Uint8Array<ArrayBuffer>): RequestOptions => ({
  body,
  headers: { 'content-type': 'application/json' },
});

/** Bad requests, which get one form of error that names the field. */
const refused: readonly Refusal[] = [
  {
    name: 'unknown query parameters are refused',
    call: ['GET', '/api/documents?colour=red'],
    status: 400,
    code: 'invalid_request',
    field: 'colour',
  },
  {
    name: 'unknown query parameters of sign-in are refused',
    call: ['GET', '/api/auth/get-session?colour=red'],
    status: 400,
    code: 'invalid_request',
    field: 'colour',
  },
  {
    name: 'a wrong password is refused in the one form of errors',
    call: ['POST', '/api/auth/sign-in/email'],
    options: { json: { email: 'nobody@example.org', password: 'wrong-password' } },
    status: 401,
    code: 'unauthorized',
  },
  {
    name: 'what sign-in cannot read is refused in the one form of errors',
    call: ['POST', '/api/auth/sign-in/email'],
    options: asJson('{"email":'),
    sent: '{"email":',
    status: 400,
    code: 'invalid_json',
  },
  {
    name: 'a path of sign-in that is not there is refused in the one form of errors',
    call: ['GET', '/api/auth/nowhere'],
    status: 404,
    code: 'not_found',
  },
  {
    name: 'U+0000 in a body is 400',
    call: ['POST', '/api/collections'],
    options: { json: { name: 'a\u0000b' } },
    sent: '{"name": "a\\u0000b"}',
    status: 400,
    code: 'invalid_request',
    field: 'name',
  },
  {
    name: 'a lone surrogate in a body is 400',
    call: ['POST', '/api/search'],
    options: asJson('{"query":"a\\ud83d b"}'),
    sent: '{"query": "a\\ud83d b"}',
    status: 400,
    code: 'invalid_request',
    field: 'query',
  },
  {
    name: 'U+0000 in a query parameter is 400',
    call: ['GET', '/api/documents?query=a%00b'],
    status: 400,
    code: 'invalid_request',
    field: 'query',
  },
  {
    name: 'a lone surrogate in a query parameter is 400',
    call: ['GET', '/api/documents?query=%ED%A0%BD'],
    status: 400,
    code: 'invalid_request',
    field: 'query',
  },
  {
    name: 'bytes that are no UTF-8 in a body are 400',
    call: ['POST', '/api/search'],
    options: asJson(Uint8Array.from([...Buffer.from('{"query":"'), 0xed, 0xa0, 0xbd, 0x22, 0x7d])),
    sent: '{"query": "<ED A0 BD>"}',
    status: 400,
    code: 'invalid_json',
  },
  {
    name: 'a cursor that no list gave is 400',
    call: ['GET', '/api/collections?cursor=forged'],
    status: 400,
    code: 'invalid_request',
    field: 'cursor',
  },
  {
    name: 'an unknown collection is 404',
    call: ['GET', '/api/documents?collection_id=00000000-0000-4000-8000-000000000000'],
    status: 404,
    code: 'collection_not_found',
  },
  {
    name: 'a path that changes when it is normalised is 400',
    call: ['GET', '/api//documents'],
    status: 400,
    code: 'invalid_request',
  },
];

export const refusals: readonly Clause<ContractWorld>[] = refused.map((refusal) => ({
  name: refusal.name,
  async ask({ api }) {
    const { call, options, sent, status } = refusal;
    // A page's own requests, which are all that sign-in takes.
    const headers = { origin: api.url, ...options?.headers };
    const answer = await api.request(...call, { ...options, headers });
    const body = sent ?? (options?.json === undefined ? '' : JSON.stringify(options.json));
    return found(
      `${call.join(' ')} ${body}`,
      show(answer),
      answer.status === status && isError(answer, refusal),
    );
  },
}));

function isError({ body }: Answer, { code, field }: Refusal): boolean {
  const { error } = body;
  return (
    error.code === code &&
    typeof error.message === 'string' &&
    typeof error.request_id === 'string' &&
    (field === undefined || error.details?.field === field)
  );
}
