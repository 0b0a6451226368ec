/** The same answer, whose body fails once more than so many bytes were read. */
export function limitBody(response: Response, maxBytes: number): Response {
  if (!response.body) return response;
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
