import { afterAll } from '@jest/globals';
import { answerMcp, openVisitor } from './mcp-client.ts';
import { addOwner, signIn, startGateway } from './start-gateway.ts';

/** Starts a gateway for a test file with client registration, and signs its owner in. */
export async function setUpOAuthSite() {
  const gateway = await startGateway({
    SIGN_INS_PER_MINUTE: '1000',
    OAUTH_DYNAMIC_REGISTRATION: 'true',
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
  });
  const made = await addOwner(gateway);
  const cookie = await signIn(gateway);
  gateway.mcp.answer = answerMcp;
  return { gateway, made, cookie, visitor: openVisitor(gateway) };
}
