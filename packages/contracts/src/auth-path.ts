/** Base path of better-auth's routes, and issuer of tokens for OAuth clients. */
export const authPath = '/api/auth';
