/** An error of the SCIM protocol (RFC 7644, 3.12). */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(status: number, detail: string, scimType?: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** @throws ScimError always. */
export function throwNotFound(): never {
  throw new ScimError(404, 'No such resource.');
}
