import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { authPaths } from '../../contract/paths';
import type { Db } from '../database/schema';
import { basePathOf } from '../http/originOf';
import type { Parts } from '../parts';
import type { Settings } from '../settings';
import { aboutRefreshToken, createSeal } from './seal';

/** Cookies signed by the auth library, over http and https. */
const SIGNED = /^(?:__Host-|__Secure-)?tabpoint\./;
const SESSION = /^(__Host-|__Secure-)?tabpoint\.session_token=/;

/** Seconds for which a browser keeps the session cookie; the session itself may end earlier. */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

const signatureOf = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64');

function isSignedWith(secret: string, value: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(value, secret));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Signs a cookie with the present secret if the former one signed it; returns any other cookie unchanged. */
function signAgain(pair: string, former: string, present: string): string {
  const [name = '', ...more] = pair.trim().split('=');
  const text = tryDecode(more.join('='));
  const end = text.lastIndexOf('.');
  const value = text.slice(0, end);
  if (!SIGNED.test(name) || end < 1 || !isSignedWith(former, value, text.slice(end + 1))) return pair.trim();
  return `${name}=${encodeURIComponent(`${value}.${signatureOf(value, present)}`)}`;
}

/** Builds the header with the library's attributes, so that the new cookie replaces the former one. */
function setCookieOf(pair: string, path: string): string {
  const secure = SESSION.exec(pair)?.[1] === undefined ? '' : '; Secure';
  return `${pair}; Max-Age=${MAX_AGE_SECONDS}; Path=${path}; HttpOnly${secure}; SameSite=Lax`;
}

/**
 * Accepts cookies signed with the former secret during a rotation of `AUTH_SECRET`, and replaces the cookie when a browser requests
 * its session.
 */
export function acceptFormerCookies(site: FastifyInstance, settings: Settings): void {
  const { authSecret, authSecretPrevious } = settings;
  const path = basePathOf(settings) || '/';
  if (authSecretPrevious === undefined) return;
  site.addHook('onRequest', async ({ raw, url }, reply) => {
    const received = raw.headers.cookie?.split(';') ?? [];
    if (received.length === 0) return;
    const cookies = received.map((pair) => signAgain(pair, authSecretPrevious, authSecret));
    raw.headers.cookie = cookies.join('; ');
    const session = cookies.find((pair, index) => SESSION.test(pair) && pair !== received[index]?.trim());
    if (session !== undefined && url.startsWith(authPaths.getSession)) {
      reply.header('set-cookie', setCookieOf(session, path));
    }
  });
}

/** Returns the version by which the auth library identifies a secret, independent of their order: 31 bits of its hash. */
const versionOf = (secret: string) => createHash('sha256').update(`version ${secret}`).digest().readUInt32BE() >>> 1;

/** Returns the secrets of the auth library: the first one signs and encrypts, the former one only decrypts. */
export const librarySecrets = ({ authSecret, authSecretPrevious }: Settings) =>
  [authSecret, authSecretPrevious]
    .filter((secret) => secret !== undefined)
    .map((value) => ({ version: versionOf(value), value }));

/** A text column encrypted with `AUTH_SECRET`. */
interface SealedColumn {
  readonly table: string;
  /** The text column that identifies its rows. */
  readonly key: string;
  readonly column: string;
  /** Encrypts a text with the present secret again; undefined when it already is, or cannot be decrypted. */
  readonly reseal: (sealed: string, key: string) => Promise<string | undefined>;
}

/** Returns the column of second-factor secrets, which the auth library encrypts; the library is loaded for it. */
async function secondFactorColumn(settings: Settings): Promise<SealedColumn> {
  const { parseEnvelope, symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  const secrets = librarySecrets(settings);
  const currentVersion = versionOf(settings.authSecret);
  const key = { keys: new Map(secrets.map(({ version, value }) => [version, value])), currentVersion };
  const reseal = async (data: string) => {
    const sealedWith = parseEnvelope(data)?.version;
    if (sealedWith === undefined || sealedWith === currentVersion || !key.keys.has(sealedWith)) return undefined;
    return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
  };
  return { table: 'twoFactor', key: 'id', column: 'secret', reseal };
}

/** Returns the column of Google refresh tokens. Access tokens are skipped: they expire within an hour. */
function refreshTokenColumn({ authSecret, authSecretPrevious }: Settings): SealedColumn {
  const seal = createSeal(authSecret, authSecretPrevious);
  const reseal = async (sealed: string, personId: string) => seal.renew(sealed, aboutRefreshToken(personId));
  return { table: 'google_connections', key: 'person_id', column: 'refresh_token', reseal };
}

/** Encrypts a column again, skipping rows that change meanwhile. @returns the number of rows */
async function resealColumn(db: Db, { table, key, column, reseal }: SealedColumn): Promise<number> {
  const tableSql = sql.table(table);
  const keySql = sql.ref(key);
  const columnSql = sql.ref(column);
  const stored = await sql<{ key: string; sealed: string }>`
    select ${keySql} as "key", ${columnSql} as "sealed" from ${tableSql}`.execute(db);
  let count = 0;
  for (const row of stored.rows) {
    const renewed = await reseal(row.sealed, row.key);
    if (renewed === undefined) continue;
    await sql`
      update ${tableSql} set ${columnSql} = ${renewed}
      where ${keySql} = ${row.key} and ${columnSql} = ${row.sealed}`.execute(db);
    count += 1;
  }
  return count;
}

/**
 * Encrypts everything again before the server is ready, during a rotation of `AUTH_SECRET`: without the former secret, people could
 * no longer use their second factor or Google account.
 */
export function resealStored(app: FastifyInstance, { db, settings }: Pick<Parts, 'db' | 'settings'>): void {
  if (settings.authSecretPrevious === undefined) return;
  app.addHook('onReady', async () => {
    const connections = await resealColumn(db, refreshTokenColumn(settings));
    const secondFactors = await resealColumn(db, await secondFactorColumn(settings));
    app.log.warn(
      { connections, secondFactors },
      'sealed anew with AUTH_SECRET; AUTH_SECRET_PREVIOUS is still accepted',
    );
  });
}
