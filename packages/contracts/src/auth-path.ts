/** Below it stand the routes of the sign-in library; it is the issuer of tokens for OAuth clients too. */
export const authPath = '/api/auth';
