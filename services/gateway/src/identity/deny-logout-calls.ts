const announced = ['backchannel_logout_supported', 'backchannel_logout_session_supported'];

/** The library's metadata says that clients are called when a session ends; here none is. */
export async function denyLogoutCalls(answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.includes('json');
  if (!answer.ok || !isJson) return answer;
  const metadata = (await answer.json()) as Record<string, unknown>;
  for (const name of announced) if (name in metadata) metadata[name] = false;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(metadata), { status: answer.status, headers });
}
