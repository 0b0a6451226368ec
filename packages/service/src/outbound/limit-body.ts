/** Returns the response with a body that fails when more bytes are read. */
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
  // The constructor does not set it; callers resolve relative addresses against it.
  Object.defineProperty(limited, 'url', { value: response.url });
  return limited;
}

/** The connection limits a response to its announced length, unless it is compressed. */
function isKnownToFit(headers: Headers, maxBytes: number): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= maxBytes && !headers.has('content-encoding');
}
