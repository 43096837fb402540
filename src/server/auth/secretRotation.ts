import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { authPaths } from '../../contract/paths';
import type { Db } from '../database/schema';
import { basePathOf } from '../http/originOf';
import type { Parts } from '../parts';
import type { Settings } from '../settings';
import { aboutRefreshToken, createSeal } from './seal';

/** Cookies that the auth library signs, by http and by https. */
const SIGNED = /^(?:__Host-|__Secure-)?tabpoint\./;
const SESSION = /^(__Host-|__Secure-)?tabpoint\.session_token=/;

/** Seconds for which a browser keeps the cookie of a session; the session itself may end before. */
const MAX_AGE = 7 * 24 * 60 * 60;

interface Secrets {
  readonly former: string;
  readonly present: string;
}

const signatureOf = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64');

function isSignedWith(secret: string, value: string, signature: string): boolean {
  const [right, given] = [Buffer.from(signatureOf(value, secret)), Buffer.from(signature)];
  return right.length === given.length && timingSafeEqual(right, given);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One cookie, signed anew where the former secret has signed it; any other one as it is. */
function renewed(pair: string, { former, present }: Secrets): string {
  const [name = '', ...more] = pair.trim().split('=');
  const text = decoded(more.join('='));
  const end = text.lastIndexOf('.');
  const value = text.slice(0, end);
  if (!SIGNED.test(name) || end < 1 || !isSignedWith(former, value, text.slice(end + 1))) return pair.trim();
  return `${name}=${encodeURIComponent(`${value}.${signatureOf(value, present)}`)}`;
}

/** As the library sets it, so that it takes the place of the former one. */
function setCookieOf(pair: string, path: string): string {
  const secure = SESSION.exec(pair)?.[1] === undefined ? '' : '; Secure';
  return `${pair}; Max-Age=${MAX_AGE}; Path=${path}; HttpOnly${secure}; SameSite=Lax`;
}

/**
 * While `AUTH_SECRET` is exchanged: a cookie that the former secret has signed counts as if the present one had signed it, and a
 * browser that asks for its session gets its cookie anew.
 */
export function acceptFormerCookies(site: FastifyInstance, settings: Settings): void {
  const { authSecret, authSecretPrevious } = settings;
  const path = basePathOf(settings) || '/';
  if (authSecretPrevious === undefined) return;
  const secrets = { former: authSecretPrevious, present: authSecret };
  site.addHook('onRequest', async ({ raw, url }, reply) => {
    const given = raw.headers.cookie?.split(';') ?? [];
    const cookies = given.map((pair) => renewed(pair, secrets));
    if (given.length === 0) return;
    raw.headers.cookie = cookies.join('; ');
    const session = cookies.find((pair, at) => SESSION.test(pair) && pair !== given[at]?.trim());
    if (session !== undefined && url.startsWith(authPaths.getSession))
      reply.header('set-cookie', setCookieOf(session, path));
  });
}

/** The number by which the auth library finds a secret again, in whatever order they are given: 31 bits of its hash. */
const versionOf = (secret: string) => createHash('sha256').update(`version ${secret}`).digest().readUInt32BE() >>> 1;

/** The secrets of the auth library: the first one signs and seals, the former one opens what it has sealed. */
export const librarySecrets = ({ authSecret, authSecretPrevious }: Settings) =>
  [authSecret, authSecretPrevious]
    .filter((secret) => secret !== undefined)
    .map((value) => ({ version: versionOf(value), value }));

/** Rows of a column that are read at once. */
const PAGE = 500;

/** A column whose texts are sealed with `AUTH_SECRET`. */
interface SealedColumn {
  readonly table: string;
  /** The text column that identifies its rows. */
  readonly key: string;
  readonly column: string;
  /** The same text sealed with the present secret; undefined where it is already, or cannot be opened. */
  readonly reseal: (sealed: string, key: string) => Promise<string | undefined>;
}

/** Secrets of second factors, which the auth library seals. It is loaded for that. */
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

/** Refresh tokens of Google. Access tokens are left as they are: none lives longer than an hour. */
function refreshTokenColumn({ authSecret, authSecretPrevious }: Settings): SealedColumn {
  const seal = createSeal(authSecret, authSecretPrevious);
  const reseal = async (sealed: string, personId: string) => seal.renewed(sealed, aboutRefreshToken(personId));
  return { table: 'google_connections', key: 'person_id', column: 'refresh_token', reseal };
}

/** Seals a column anew, but for rows that change meanwhile. @returns how many rows */
async function resealColumn(db: Db, { table, key, column, reseal }: SealedColumn): Promise<number> {
  const [rowsOf, keyOf, sealedOf] = [sql.table(table), sql.ref(key), sql.ref(column)];
  const pageAfter = async (last: string) => {
    const page = sql<{ key: string; sealed: string }>`
      select ${keyOf} as "key", ${sealedOf} as "sealed" from ${rowsOf}
      where ${keyOf} > ${last} order by ${keyOf} limit ${PAGE}`;
    return (await page.execute(db)).rows;
  };
  let count = 0;
  for (let page = await pageAfter(''); page.length > 0; page = await pageAfter(page.at(-1)?.key ?? '')) {
    for (const row of page) {
      const renewed = await reseal(row.sealed, row.key);
      if (renewed === undefined) continue;
      await sql`
        update ${rowsOf} set ${sealedOf} = ${renewed}
        where ${keyOf} = ${row.key} and ${sealedOf} = ${row.sealed}`.execute(db);
      count += 1;
    }
  }
  return count;
}

/**
 * While `AUTH_SECRET` is exchanged: seals everything anew before the server is ready, so that nothing needs the former secret
 * afterwards. Without it people could not use their second factor or their Google account any more.
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
