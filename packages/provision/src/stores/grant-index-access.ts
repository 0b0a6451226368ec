export interface GrantIndexAccessOptions {
  /** Address of Weaviate's REST API. */
  readonly url: string;
  /** Key of a root user. */
  readonly adminKey: string;
}

/** User of the knowledge service, its role, and its collections. */
const user = 'rag';
const role = 'chunks';
const collection = 'Chunks_*';

const timeoutMs = 30_000;
const exists = 409;

/**
 * Restricts the knowledge service to its own collections in Weaviate. Can be repeated.
 *
 * @throws Error when Weaviate rejects a request.
 */
export async function grantIndexAccess({ url, adminKey }: GrantIndexAccessOptions): Promise<void> {
  const post = (path: string, body: unknown) =>
    fetch(`${url}/v1/authz/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  const permissions = listPermissions();
  const created = await post('roles', { name: role, permissions });
  await assertAccepted(
    created.status === exists
      ? await post(`roles/${role}/add-permissions`, { permissions })
      : created,
  );
  await assertAccepted(await post(`users/${user}/assign`, { roles: [role], userType: 'db' }));
}

function listPermissions() {
  return ['create', 'read', 'update', 'delete'].flatMap((verb) => [
    { action: `${verb}_collections`, collections: { collection } },
    { action: `${verb}_tenants`, tenants: { collection, tenant: '*' } },
    { action: `${verb}_data`, data: { collection, tenant: '*', object: '*' } },
  ]);
}

async function assertAccepted(response: Response): Promise<void> {
  if (response.ok) return;
  throw new Error(`Weaviate answered ${response.status}: ${await response.text()}`);
}
