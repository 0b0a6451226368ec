import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@lectern/contracts';
import { drainBytes, drainMs } from './close-early.ts';
import { type FailedRequest, toErrorBody } from './handle-error.ts';

const problems: Readonly<Record<string, AppError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('request_timeout'),
  HPE_HEADER_OVERFLOW: new AppError('invalid_request', 'The headers are too large.'),
};
const noProxy = new AppError('invalid_request', 'CONNECT is not supported.');
const noHttp = new AppError('invalid_request', 'This is not an HTTP/1.1 request.');

/**
 * Answers requests that Node's parser rejects before any route (invalid path, header or chunk;
 * headers that are too large or too slow) in our error form. Node would close the connection at
 * once, so that a client that is still sending could not read the reason.
 */
export function answerBrokenRequests(server: Server): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => responses.set(socket, response));
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    socket.end(toAnswer(noProxy));
    drainAndClose(socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const response = responses.get(socket);
    const isAnswering = response?.headersSent && !response.writableFinished;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) {
      socket.destroy();
      return;
    }
    const broken = response?.writableFinished === false ? findFailed(response.req) : undefined;
    socket.end(toAnswer(problems[error.code ?? ''] ?? noHttp, broken));
    drainAndClose(socket);
  });
}

/** For a request with complete headers, the app has stored its id and error form. */
function findFailed(request: IncomingMessage & Partial<FailedRequest>): FailedRequest | undefined {
  const { id, errorForm } = request;
  return id === undefined ? undefined : { id, errorForm };
}

function toAnswer(problem: AppError, request: FailedRequest = { id: randomUUID() }): string {
  const body = JSON.stringify(toErrorBody(problem, request));
  return [
    `HTTP/1.1 ${problem.status} ${problem.code}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    `x-request-id: ${request.id}`,
    '',
    body,
  ].join('\r\n');
}

function drainAndClose(socket: Socket): void {
  const finish = () => {
    clearTimeout(late);
    socket.destroy();
  };
  let bytes = 0;
  const late = setTimeout(finish, drainMs);
  // The parser still listens for data and would reject the rest again.
  socket.removeAllListeners('data');
  socket.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > drainBytes) finish();
  });
  socket.once('end', finish).once('close', finish).resume();
}
