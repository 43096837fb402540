import type { Kysely } from 'kysely';
import type { GoogleConnection } from '../../../contract/google';
import { aboutRefreshToken, createSeal, type Seal } from '../../auth/seal';
import type { ServerEvents } from '../../database/events';
import type { Database } from '../../database/schema';
import type { GoogleConnectionsTable } from '../../database/tables/google';
import type { Settings } from '../../settings';
import { createGoogleClient } from '../client';
import { googleAddresses, googlePlaces } from '../googleAddresses';
import { writesSheets } from './consentCalls';
import {
  changeConnection,
  findConnection,
  putConnection,
  refreshSoon,
  removeConnection,
  writableFrom,
} from './consentRepository';
import { createTokenCalls, inTime, NotGranted, type TokenCalls, type Tokens } from './tokenCalls';

/** What can be read with a person's Google account. */
export type GoogleAccess =
  | { readonly kind: 'none' }
  /** There was a consent, which is no more. */
  | { readonly kind: 'withdrawn'; readonly email: string }
  | {
      readonly kind: 'open';
      readonly email: string;
      readonly token: string;
      /** Whether sheets may be written to with it. */
      readonly writes?: boolean;
    };

/** The Google accounts that people have connected. */
export interface Connections {
  find(personId: string): Promise<GoogleConnection | undefined>;
  /** Keeps what Google has granted, in place of what it had granted before; that of another account is given back. */
  keep(personId: string, tokens: Tokens): Promise<void>;
  /** Gives back what is of no use, unless it is of the account that is connected: all that was ever granted would go with it. */
  giveBack(personId: string, tokens: Tokens): Promise<void>;
  /**
   * A token to call Google with.
   *
   * @param refused one that Google has refused: another one is fetched
   * @throws GoogleTrouble, or NotGranted where this server's client is not accepted
   */
  access(personId: string, refused?: string): Promise<GoogleAccess>;
  /** Gives the account up. @returns whether Google knows it; undefined where there was none */
  disconnect(personId: string): Promise<boolean | undefined>;
  /** The token that Google is to be told of, of a person who leaves. */
  tokenOf(personId: string): Promise<string | undefined>;
  /** @returns whether Google knows it */
  revoke(token: string): Promise<boolean>;
}

interface ConnectionsOptions {
  readonly db: Kysely<Database>;
  readonly events: ServerEvents;
  readonly calls: TokenCalls;
  readonly seal: Seal;
  readonly now?: () => number;
}

/** A token is not used in the last minute it is good for. */
const MARGIN = 60_000;

/** Milliseconds that Google has for an answer about tokens. */
const PATIENCE = 5_000;

/** Google takes back all that an account has granted to this server, whichever token it is told of ("Revoking a token"). */
const isOther = (known: Pick<GoogleConnectionsTable, 'email'>, { email }: Tokens) =>
  known.email !== '' && email !== '' && known.email !== email;

const soon = () => AbortSignal.timeout(PATIENCE);

const aboutAccess = (personId: string) => `${personId} access`;

export function createConnections({ db, events, calls, seal, now = Date.now }: ConnectionsOptions): Connections {
  const refreshing = new Map<string, Promise<GoogleAccess>>();

  const sealedAccess = (personId: string, { access, seconds }: Tokens) => ({
    access_token: seal.seal(access, aboutAccess(personId)),
    access_until: now() + seconds * 1000,
  });

  async function withdraw(row: GoogleConnectionsTable): Promise<GoogleAccess> {
    await changeConnection(db, row, { withdrawn_at: new Date(now()).toISOString(), access_until: 0 });
    return { kind: 'withdrawn', email: row.email };
  }

  async function refresh(row: GoogleConnectionsTable): Promise<GoogleAccess> {
    const { person_id, email } = row;
    const token = seal.open(row.refresh_token, aboutRefreshToken(person_id));
    // Sealed with a secret that is no more: only the person can give another one.
    if (token === undefined) return withdraw(row);
    try {
      const tokens = await calls.refresh(token, soon());
      await changeConnection(db, row, sealedAccess(person_id, tokens));
      return { kind: 'open', email, token: tokens.access, writes: writesSheets(row.scope) };
    } catch (error) {
      if (error instanceof NotGranted && error.reason === 'invalid_grant') return withdraw(row);
      throw inTime(error);
    }
  }

  /** Whoever needs one at the same time gets the same. */
  function refreshOnce(row: GoogleConnectionsTable): Promise<GoogleAccess> {
    const known = refreshing.get(row.refresh_token);
    if (known !== undefined) return known;
    const flight = refresh(row).finally(() => refreshing.delete(row.refresh_token));
    refreshing.set(row.refresh_token, flight);
    return flight;
  }

  const revoke = (token: string) => calls.revoke(token, soon()).catch(() => false);

  async function tokenOf(personId: string) {
    const row = await findConnection(db, personId);
    return row && seal.open(row.refresh_token, aboutRefreshToken(personId));
  }

  return {
    async find(personId) {
      const row = await findConnection(db, personId);
      return (
        row && {
          email: row.email,
          connectedAt: row.connected_at,
          withdrawn: row.withdrawn_at !== null,
          writes: writesSheets(row.scope),
        }
      );
    },
    async keep(personId, tokens) {
      const before = await findConnection(db, personId);
      await putConnection(db, {
        person_id: personId,
        email: tokens.email,
        scope: tokens.scope,
        refresh_token: seal.seal(tokens.refresh, aboutRefreshToken(personId)),
        ...sealedAccess(personId, tokens),
        connected_at: new Date(now()).toISOString(),
        withdrawn_at: null,
      });
      await refreshSoon(db, personId);
      const changed = await writableFrom(db, personId, writesSheets(tokens.scope));
      for (const id of changed) events.projectChanged.emit(id);
      const old = before && isOther(before, tokens) && seal.open(before.refresh_token, aboutRefreshToken(personId));
      if (old) await revoke(old);
    },
    async giveBack(personId, tokens) {
      const known = await findConnection(db, personId);
      const isOfUse = known?.withdrawn_at === null && !isOther(known, tokens);
      if (!isOfUse) await revoke(tokens.refresh || tokens.access);
    },
    async access(personId, refused) {
      const row = await findConnection(db, personId);
      if (row === undefined) return { kind: 'none' };
      const { email } = row;
      if (row.withdrawn_at !== null) return { kind: 'withdrawn', email };
      const token = row.access_until > now() + MARGIN ? seal.open(row.access_token, aboutAccess(personId)) : undefined;
      return token === undefined || token === refused
        ? refreshOnce(row)
        : { kind: 'open', email, token, writes: writesSheets(row.scope) };
    },
    async disconnect(personId) {
      const token = await tokenOf(personId);
      const removed = await removeConnection(db, personId);
      if (removed === undefined) return undefined;
      return token !== undefined && revoke(token);
    },
    tokenOf,
    revoke,
  };
}

/** How this server asks people for consent; there is none where no client of Google is set. */
export interface GoogleConsent {
  readonly clientId: string;
  readonly calls: TokenCalls;
  readonly connections: Connections;
  readonly seal: Seal;
}

interface ConsentParts {
  readonly db: Kysely<Database>;
  readonly events: ServerEvents;
  readonly settings: Pick<Settings, 'authSecret' | 'authSecretPrevious' | 'googleClient' | 'googleDouble'>;
}

/** Makes the one of a server: refreshes of tokens are shared. */
export function createGoogleConsent({ db, events, settings }: ConsentParts): GoogleConsent | undefined {
  const { googleClient, googleDouble, authSecret, authSecretPrevious } = settings;
  if (googleClient === undefined) return undefined;
  const client = createGoogleClient({ places: googlePlaces(googleDouble) });
  const calls = createTokenCalls(client, googleAddresses(googleDouble), googleClient);
  const seal = createSeal(authSecret, authSecretPrevious);
  return { clientId: googleClient.id, calls, seal, connections: createConnections({ db, events, calls, seal }) };
}
