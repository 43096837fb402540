import { BlockList, isIPv6 } from 'node:net';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/** The parts of Better Auth's tables that say from where somebody has signed in. */
type SessionTables = {
  user: { id: string; email: string };
  session: { userId: string; ipAddress: string | null };
};

/** Whoever has a network of IPv6 has all addresses that begin like theirs (RFC 6177). */
function isSameNetwork(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain(one)) || !isIPv6(plain(other))) return plain(one) === plain(other);
  const network = new BlockList();
  network.addSubnet(one, 64, 'ipv6');
  return network.check(other, 'ipv6');
}

/** Whether a person has a session that began where a request comes from. */
export async function isKnownAddress(db: Kysely<Database>, email: string, address: string): Promise<boolean> {
  const sessions = await db
    .withTables<SessionTables>()
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.ipAddress')
    .where('user.email', '=', email)
    .limit(1_000)
    .execute();
  return sessions.some(({ ipAddress }) => ipAddress !== null && isSameNetwork(address, ipAddress));
}
