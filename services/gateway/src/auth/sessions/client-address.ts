/** Set by the gateway itself on requests to better-auth: the caller's address, proxies considered. */
export const clientAddressHeader = 'x-lectern-client-address';
