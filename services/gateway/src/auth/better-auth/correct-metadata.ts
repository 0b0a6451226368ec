/** Features in the library's metadata that this server does not offer. */
const logoutCalls = ['backchannel_logout_supported', 'backchannel_logout_session_supported'];
/** Tokens are bearer tokens: `/mcp` checks no DPoP proofs. */
const proofAlgorithms = 'dpop_signing_alg_values_supported';

/** Corrects the library's metadata: no back-channel logout, no DPoP. */
export async function correctMetadata(answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.includes('json');
  if (!answer.ok || !isJson) return answer;
  const metadata = (await answer.json()) as Record<string, unknown>;
  for (const name of logoutCalls) if (name in metadata) metadata[name] = false;
  delete metadata[proofAlgorithms];
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(metadata), { status: answer.status, headers });
}
