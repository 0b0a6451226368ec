interface UsedTool {
  readonly id: string;
  readonly access_revision: string;
  readonly digest: string;
}

/** What an agreement is bound to: the server, how it is reached, and what the tool says of itself. */
export function toToolVersion({ id, access_revision, digest }: UsedTool): string {
  return [id, access_revision, digest].join('/');
}
