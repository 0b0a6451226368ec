import { afterAll } from '@jest/globals';
import type { Invitation, Role } from '@lectern/contracts';
import type { Replacements } from '../src/dependencies.ts';
import { addOwner, publicUrl, signIn, startGateway, toCookieHeader } from './start-gateway.ts';

/** Password of every new member. */
export const password = 'correct-horse-battery';

export const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Starts a gateway with an organisation, into which its owner invites people. */
export async function openOrganisation(
  settings: Readonly<Record<string, string>> = {},
  replacements: Replacements = {},
) {
  const gateway = await startGateway({ SIGN_INS_PER_MINUTE: '1000', ...settings }, replacements);
  const made = await addOwner(gateway);
  const cookie = await signIn(gateway);

  /** Sends the cookies of a session; none for a stranger. */
  const callAs =
    (session: string) =>
    async <Body = unknown>(method: string, path: string, body?: unknown) => {
      const response = await fetch(gateway.url + path, {
        method,
        headers: {
          origin: publicUrl,
          ...(session && { cookie: session }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text && JSON.parse(text)) as Body, response };
    };
  const invite = (email: string, role: Role = 'member', session = cookie) =>
    callAs(session)<Invitation & { link: string; mailed: boolean }>('POST', '/api/invitations', {
      email,
      role,
    });

  return {
    gateway,
    made,
    cookie,
    call: callAs(cookie),
    callAs,
    invite,
    /** Invites and accepts; returns the new member's session. */
    async join(email: string, role: Role = 'member') {
      const { link } = (await invite(email, role)).body;
      const accepted = await callAs('')<{ user_id: string }>('POST', '/api/invitations/accept', {
        token: tokenOf(link),
        name: email,
        password,
      });
      return { userId: accepted.body.user_id, session: toCookieHeader(accepted.response) };
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** Opens the organisation for a test file. */
export async function setUpOrganisation() {
  const organisation = await openOrganisation();
  afterAll(async () => {
    await organisation[Symbol.asyncDispose]();
  });
  return organisation;
}
