/** What the gateway answered with an error. `status` is 0 when it could not be reached. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Calls the gateway and gives the response. */
export async function send(method, path, body, headers = {}) {
  const response = await fetch(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError('Lectern cannot be reached.', 0);
  });
  if (!response.ok) throw await readError(response);
  return response;
}

/** Calls the gateway and gives the JSON that it answers. */
export async function call(method, path, body) {
  const response = await send(method, path, body);
  return response.status === 204 ? undefined : response.json();
}

async function readError(response) {
  const body = await response.json().catch(() => undefined);
  const message = body?.error?.message ?? body?.message ?? `The answer was ${response.status}.`;
  return new ApiError(message, response.status);
}

/** Uploads one file; `onProgress` gets the share that was sent, 0 to 1. */
export function upload(path, file, onProgress) {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append('files', file, file.name);
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onerror = () => reject(new ApiError('The upload broke off.', 0));
    request.onload = () => {
      const { status, response } = request;
      if (status < 400) resolve(response);
      else reject(new ApiError(response?.error?.message ?? `The answer was ${status}.`, status));
    };
    request.send(form);
  });
}

/** The JSON objects of an AI SDK UI message stream, as they come. */
export async function* readParts(response) {
  let buffer = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffer += value.replaceAll('\r\n', '\n');
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop();
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n');
      if (data && data !== '[DONE]') yield JSON.parse(data);
    }
  }
}
