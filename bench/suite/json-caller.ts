import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

export interface JsonCall {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Longer than a turn of a conversation may take. */
const timeoutMs = 330_000;

/** Posts JSON over kept connections at little cost, so that the load generator is not measured. */
export class JsonCaller implements Disposable {
  readonly #url: URL;
  readonly #apiKey: string;
  readonly #agent: Agent;

  constructor(url: string, apiKey: string, connections: number) {
    this.#url = new URL(url);
    this.#apiKey = apiKey;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * The text of the answer.
   * @throws Error when it is not a success, and when it is not there in time.
   */
  async post({ path, body, headers }: JsonCall): Promise<string> {
    const bytes = Buffer.from(JSON.stringify(body));
    const call = request({
      host: this.#url.hostname,
      port: this.#url.port,
      method: 'POST',
      path,
      agent: this.#agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.byteLength,
        authorization: `Bearer ${this.#apiKey}`,
        ...headers,
      },
    });
    call.end(bytes);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.setEncoding('utf8');
    let text = '';
    for await (const part of response) text += part;
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text}`);
    return text;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
