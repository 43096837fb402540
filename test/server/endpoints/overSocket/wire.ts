import type { AddressInfo } from 'node:net';
import type { TestApp } from '../../../fixtures/apps';

/** Listens on a free port of the loopback address. @returns the port */
export async function listening({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
