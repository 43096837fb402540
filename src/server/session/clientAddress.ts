/** Carries the client's address, as Fastify knows it, to Better Auth; what a client sends under this name is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-tabpoint-client-address';
