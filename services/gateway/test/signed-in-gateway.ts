import { addOwner, publicUrl, signIn, startGateway, type TestGateway } from './start-gateway.ts';

type Made = Awaited<ReturnType<typeof addOwner>>;

/** A gateway whose owner is signed in and calls better-auth's routes. */
export class SignedInGateway implements AsyncDisposable {
  /** Session of the owner; renewed by `signInAgain`. */
  cookie: string;

  readonly gateway: TestGateway;
  readonly made: Made;

  private constructor(gateway: TestGateway, made: Made, cookie: string) {
    this.gateway = gateway;
    this.made = made;
    this.cookie = cookie;
  }

  static async start(): Promise<SignedInGateway> {
    const gateway = await startGateway({
      SIGN_INS_PER_MINUTE: '1000',
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'lectern',
      OIDC_CLIENT_SECRET: 'only-for-tests',
    });
    const made = await addOwner(gateway);
    return new SignedInGateway(gateway, made, await signIn(gateway));
  }

  async signInAgain(): Promise<void> {
    this.cookie = await signIn(this.gateway);
  }

  get(path: string): Promise<Response> {
    const { cookie } = this;
    return fetch(this.url(path), { headers: { cookie }, redirect: 'manual' });
  }

  post(path: string, body: unknown): Promise<Response> {
    return fetch(this.url(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, cookie: this.cookie },
      body: JSON.stringify(body),
    });
  }

  url(path: string): string {
    return `${this.gateway.url}/api/auth${path}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway[Symbol.asyncDispose]();
  }
}
