// Shared by the adapters of JavaScript clients: the suite's address, and the form of a check.
export const {
  LECTERN_URL: url,
  LECTERN_API_KEY: apiKey,
  LECTERN_QUESTION: question,
  LECTERN_EXPECTED: expected,
  LECTERN_DOCUMENT: documentId,
} = process.env;

export const mcpUrl = `${url}/mcp`;
export const headers = { authorization: `Bearer ${apiKey}` };

/** Runs a check and tells how it went; what the work gives is a note for the reader. */
export async function check(column, work) {
  try {
    tell({ column, status: 'holds', note: (await work()) ?? '' });
  } catch (error) {
    tell({ column, status: 'fails', note: String(error?.stack ?? error).slice(0, 600) });
  }
}

/** The client has no such thing, or keeps it from its users. */
export function leaveOut(column, reason) {
  tell({ column, status: 'not there', note: reason });
}

export function expectThat(holds, what) {
  if (!holds) throw new Error(what);
}

export function expectAnswer(text) {
  expectThat(text.includes(expected), `not in the answer: ${text.slice(0, 300)}`);
}

/** The citations of `rag_query_with_chunks`, from what a client hands on of the result. */
export function expectCitation(output) {
  const citation = output?.data?.citations?.[0];
  const told = () => JSON.stringify(output)?.slice(0, 300);
  expectThat(citation, `no citation: ${told()}`);
  expectThat(citation.document_id === documentId, `the citation is of another document: ${told()}`);
  expectThat(citation.quote?.length > 0, `the citation has no quote: ${told()}`);
}

/** Agrees as the owner does in a browser; gives the address to which the browser is sent back. */
export async function consent(authorizationUrl) {
  const asked = `${process.env.LECTERN_CONSENT}?${new URLSearchParams({ url: authorizationUrl })}`;
  const response = await fetch(asked);
  expectThat(response.ok, `consent: ${await response.clone().text()}`);
  return new URL((await response.json()).redirect);
}

/** Sign-in state of a client, in the form of the SDK. */
export function createOAuthProvider() {
  let client;
  let tokens;
  let verifier;
  return {
    redirectUrl: 'http://127.0.0.1:9/callback',
    clientMetadata: {
      client_name: 'Tried client',
      redirect_uris: ['http://127.0.0.1:9/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => client,
    saveClientInformation(given) {
      client = given;
    },
    isClientInformationDynamicallyRegistered: () => true,
    tokens: () => tokens,
    saveTokens(given) {
      tokens = given;
    },
    codeVerifier: () => verifier,
    saveCodeVerifier(given) {
      verifier = given;
    },
    async redirectToAuthorization(to) {
      this.cameBackTo = await consent(to);
    },
  };
}

/** Follows the sign-in that a program prints, and comes back to its own address. */
export function followSignIn(stream) {
  let text = '';
  let followed = false;
  stream.on('data', async (piece) => {
    text += piece;
    const [address] = /https?:\/\/\S+\/oauth2\/authorize\?\S+(?=\s)/.exec(text) ?? [];
    if (followed || address === undefined) return;
    followed = true;
    const redirect = await consent(address);
    await fetch(redirect);
  });
}

function tell(line) {
  console.log(JSON.stringify(line));
}
