/** The same answer, whose body fails once more than so many bytes were read. */
export function limitBody(response: Response, maxBytes: number): Response {
  if (!response.body || isKnownToFit(response.headers, maxBytes)) return response;
  let bytes = 0;
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength;
      if (bytes > maxBytes) controller.error(new TypeError('the answer is too large'));
      else controller.enqueue(part);
    },
  });
  const limited = new Response(response.body.pipeThrough(limiter), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
  // Set by no constructor; callers resolve what the answer names against it.
  Object.defineProperty(limited, 'url', { value: response.url });
  return limited;
}

/** The connection itself holds an answer to the length that it names, unless that is of packed bytes. */
function isKnownToFit(headers: Headers, maxBytes: number): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= maxBytes && !headers.has('content-encoding');
}
