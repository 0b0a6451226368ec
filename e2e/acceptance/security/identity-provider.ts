import type { Clause } from '../subject.ts';
import type { FakeIssuer } from './fake-issuer.ts';
import { Visitor } from './visitor.ts';
import type { DoorsWorld } from './world.ts';

interface SignIn {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly fault?: FakeIssuer['fault'];
  readonly nonce?: string;
}

/** Goes to the provider and comes back; gives whether somebody is signed in then. */
async function comeBack(world: DoorsWorld, { claims, fault = 'none', nonce }: SignIn) {
  const visitor = new Visitor(world.url);
  const started = await visitor.get('/sign-in/oidc');
  const asked = new URL(started.headers.get('location') ?? '', world.url);
  world.issuer.claims = claims;
  world.issuer.fault = fault;
  world.issuer.nonce = nonce ?? asked.searchParams.get('nonce') ?? '';
  const state = asked.searchParams.get('state') ?? '';
  const path = `/api/auth/callback/oidc?code=c&state=${encodeURIComponent(state)}`;
  const answer = await visitor.get(path);
  const me = await visitor.get('/api/me');
  return { visitor, path, status: answer.status, isSignedIn: me.status === 200 };
}

function clause(
  name: string,
  toSignIn: (person: { readonly email: string }) => SignIn,
): Clause<DoorsWorld> {
  return {
    name: `8 ${name}`,
    async ask(world) {
      const place = await world.createPlace();
      const person = await world.addPerson(place, 'member');
      const { status, isSignedIn } = await comeBack(world, toSignIn(person));
      return {
        call: `GET /sign-in/oidc and back: ${name}`,
        answer: `${status}, ${isSignedIn ? 'signed in' : 'nobody is signed in'}`,
        holds: !isSignedIn && status < 500,
      };
    },
  };
}

let subjects = 0;
const claimsOf = ({ email }: { readonly email: string }) => {
  subjects += 1;
  return { sub: `subject-${subjects}`, email, email_verified: true, name: 'P' };
};

/** Deliver 8: an identity provider. `oidc-provider` itself is in the gateway's test. */
export const identityProvider: readonly Clause<DoorsWorld>[] = [
  {
    name: '8 a verified address of an account signs in, and another subject that brings it is refused',
    async ask(world) {
      const person = await world.addPerson(await world.createPlace(), 'member');
      const first = await comeBack(world, { claims: claimsOf(person) });
      const other = await comeBack(world, { claims: claimsOf(person) });
      return {
        call: 'GET /sign-in/oidc and back, by one subject and by another one with the same address',
        answer: `${first.isSignedIn ? 'signed in' : 'refused'}, ${other.isSignedIn ? 'signed in' : 'refused'}`,
        holds: first.isSignedIn && !other.isSignedIn,
      };
    },
  },
  clause('an answer without an id_token is refused', (person) => ({
    claims: claimsOf(person),
    fault: 'no token',
  })),
  clause('an id_token of another key is refused', (person) => ({
    claims: claimsOf(person),
    fault: 'signed by another key',
  })),
  clause('an id_token that nobody signed is refused', (person) => ({
    claims: claimsOf(person),
    fault: 'not signed',
  })),
  clause('an id_token of another sign-in is refused', (person) => ({
    claims: claimsOf(person),
    nonce: 'of-another-sign-in',
  })),
  clause('an id_token of another issuer is refused', (person) => ({
    claims: { ...claimsOf(person), iss: 'https://id.example.org' },
  })),
  clause('an id_token for another client is refused', (person) => ({
    claims: { ...claimsOf(person), aud: ['lectern', 'other'], azp: 'other' },
  })),
  clause('email_verified must be a boolean', (person) => ({
    claims: { ...claimsOf(person), email_verified: 'true' },
  })),
  clause('nobody is signed up', () => ({ claims: claimsOf({ email: 'stranger@example.org' }) })),
  {
    name: '8 an answer is taken once, and in the browser that asked',
    async ask(world) {
      const person = await world.addPerson(await world.createPlace(), 'member');
      const { path, visitor, isSignedIn } = await comeBack(world, { claims: claimsOf(person) });
      const elsewhere = new Visitor(world.url);
      await elsewhere.get(path);
      await visitor.post('/api/auth/sign-out', {});
      await visitor.get(path);
      const [other, again] = [await elsewhere.get('/api/me'), await visitor.get('/api/me')];
      return {
        call: `GET ${path.split('?', 1)[0]} again, here and in another browser`,
        answer: `${again.status}, ${other.status}`,
        holds: isSignedIn && other.status === 401 && again.status === 401,
      };
    },
  },
];
