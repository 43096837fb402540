import type { Selectable } from 'kysely';
import type { GoogleConnection } from '../../../contract/google';
import { aboutRefreshToken, createSeal, type Seal } from '../../auth/seal';
import type { ServerEvents } from '../../database/events';
import { createSingleFlight } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { GoogleConnectionsTable } from '../../database/tables/google';
import type { Base } from '../../parts';
import type { FetchedSpreadsheet } from '../../workbook/source';
import type { Google } from '../quotas';
import { NotGranted, SHEETS_SCOPE, TokenCalls, type Tokens } from './tokenCalls';

/** Scope for reading and writing sheets; requested only when the person enables writes. */
const WRITING_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

/** Returns the requested scopes. Of the person's identity only the e-mail address, which the account page displays. */
export const scopesFor = (writing: boolean) => `openid email ${writing ? WRITING_SCOPE : SHEETS_SCOPE}`;

const writesSheets = (granted: string) => granted.split(' ').includes(WRITING_SCOPE);

/** Returns whether the granted scopes include reading sheets, which people can deselect on Google's page. */
export const readsSheets = (granted: string) => granted.split(' ').includes(SHEETS_SCOPE) || writesSheets(granted);

/** Read-only reason for sheets of an account that grants reading only. */
const READING_ONLY =
  'Read only: your Google account lets Tabpoint read your sheets. To let calls write to them, allow it on your account page, under Google.';

/** Returns the rights for sheets that are read with a person's account. @param writes whether it grants writing */
export const rightsOf = (writes: boolean): Pick<FetchedSpreadsheet, 'writable' | 'readOnlyReason'> =>
  writes ? { writable: true } : { writable: false, readOnlyReason: READING_ONLY };

/** Access by a person's Google account. */
export type GoogleAccess =
  | { readonly kind: 'none' }
  /** The consent was withdrawn. */
  | { readonly kind: 'withdrawn'; readonly email: string }
  | OpenAccess;

export interface OpenAccess {
  readonly kind: 'open';
  readonly email: string;
  readonly token: string;
}

/** Milliseconds before its expiry at which an access token is replaced. */
const EXPIRY_MARGIN_MS = 60_000;

type Connection = Selectable<GoogleConnectionsTable>;

/**
 * Returns whether tokens belong to another Google account. Revoking any token revokes everything that an account has granted
 * ("Revoking a token").
 */
const isOtherAccount = (known: Connection, { email }: Tokens) =>
  known.email !== '' && email !== '' && known.email !== email;

const aboutAccess = (personId: string) => `${personId} access`;

interface ConnectionsParts extends Pick<Base, 'settings' | 'db' | 'events'> {
  readonly google: Google;
}

/** The Google accounts that people have connected. */
export class Connections {
  readonly #refreshing = createSingleFlight<GoogleAccess>();

  constructor(
    private readonly db: Db,
    private readonly events: ServerEvents,
    readonly clientId: string,
    readonly calls: TokenCalls,
    readonly seal: Seal,
  ) {}

  /** Creates the connections of this server; undefined without a configured Google client. */
  static of({ db, events, google, settings }: ConnectionsParts): Connections | undefined {
    const { googleClient, authSecret, authSecretPrevious } = settings;
    if (googleClient === undefined) return undefined;
    const seal = createSeal(authSecret, authSecretPrevious);
    return new Connections(db, events, googleClient.id, new TokenCalls(google.client, googleClient), seal);
  }

  /** Returns the connection as shown to its person. */
  async find(personId: string): Promise<GoogleConnection | undefined> {
    const found = await this.#find(personId);
    if (found === undefined) return undefined;
    const { email, connected_at: connectedAt, withdrawn_at, scope } = found;
    return { email, connectedAt, withdrawn: withdrawn_at !== null, writes: writesSheets(scope) };
  }

  /** Stores the granted tokens, replacing earlier ones; those of another account are revoked. */
  async save(personId: string, tokens: Tokens): Promise<void> {
    const former = await this.#find(personId);
    const connection = {
      person_id: personId,
      email: tokens.email,
      scope: tokens.scope,
      refresh_token: this.seal.seal(tokens.refresh, aboutRefreshToken(personId)),
      ...this.#sealedAccess(personId, tokens),
      connected_at: new Date().toISOString(),
      withdrawn_at: null,
    };
    await this.db
      .insertInto('google_connections')
      .values(connection)
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(connection))
      .execute();
    await this.#refreshSoon(personId);
    await this.#allowWriting(personId, writesSheets(tokens.scope));
    if (former === undefined || !isOtherAccount(former, tokens)) return;
    const formerToken = this.#refreshToken(former);
    if (formerToken !== undefined) await this.revoke(formerToken);
  }

  /** Revokes unusable tokens, unless they are of the connected account: that would revoke everything it has granted. */
  async revokeUnusable(personId: string, tokens: Tokens): Promise<void> {
    const known = await this.#find(personId);
    const isConnectedAccount = known?.withdrawn_at === null && !isOtherAccount(known, tokens);
    if (!isConnectedAccount) await this.revoke(tokens.refresh || tokens.access);
  }

  /**
   * Returns an access token; concurrent refreshes share one request.
   *
   * @param refused a token that Google has rejected, so that another one is fetched
   * @throws GoogleTrouble, or NotGranted when this server's client is rejected
   */
  async access(personId: string, refused?: string): Promise<GoogleAccess> {
    const found = await this.#find(personId);
    if (found === undefined) return { kind: 'none' };
    const { email } = found;
    if (found.withdrawn_at !== null) return { kind: 'withdrawn', email };
    const isValid = found.access_until > Date.now() + EXPIRY_MARGIN_MS;
    const token = isValid ? this.seal.open(found.access_token, aboutAccess(personId)) : undefined;
    if (token !== undefined && token !== refused) return { kind: 'open', email, token };
    return this.#refreshing(found.refresh_token, () => this.#refresh(found));
  }

  /** Disconnects the account. @returns whether Google has revoked the token; undefined without an account */
  async disconnect(personId: string): Promise<boolean | undefined> {
    const removed = await this.db
      .deleteFrom('google_connections')
      .where('person_id', '=', personId)
      .returningAll()
      .executeTakeFirst();
    if (removed === undefined) return undefined;
    const token = this.#refreshToken(removed);
    return token !== undefined && this.revoke(token);
  }

  /** Returns the token to revoke when a person's account is deleted. */
  async tokenOf(personId: string): Promise<string | undefined> {
    const found = await this.#find(personId);
    return found && this.#refreshToken(found);
  }

  /** @returns whether Google has revoked the token */
  revoke(token: string): Promise<boolean> {
    return this.calls.revoke(token).catch(() => false);
  }

  #find(personId: string): Promise<Connection | undefined> {
    return this.db.selectFrom('google_connections').selectAll().where('person_id', '=', personId).executeTakeFirst();
  }

  /** Decrypts the refresh token. Undefined when it was encrypted with a lost secret: then the person has to connect again. */
  #refreshToken({ person_id, refresh_token }: Connection): string | undefined {
    return this.seal.open(refresh_token, aboutRefreshToken(person_id));
  }

  async #refresh(connection: Connection): Promise<GoogleAccess> {
    const { person_id, email } = connection;
    const token = this.#refreshToken(connection);
    if (token === undefined) return this.#withdraw(connection);
    try {
      const tokens = await this.calls.refresh(token);
      await this.#update(connection, this.#sealedAccess(person_id, tokens));
      return { kind: 'open', email, token: tokens.access };
    } catch (error) {
      if (error instanceof NotGranted && error.reason === 'invalid_grant') return this.#withdraw(connection);
      throw error;
    }
  }

  async #withdraw(connection: Connection): Promise<GoogleAccess> {
    await this.#update(connection, { withdrawn_at: new Date().toISOString(), access_until: 0 });
    return { kind: 'withdrawn', email: connection.email };
  }

  #sealedAccess(personId: string, { access, seconds }: Tokens) {
    const access_token = this.seal.seal(access, aboutAccess(personId));
    return { access_token, access_until: Date.now() + seconds * 1000 };
  }

  /** Updates a connection unless it has been replaced meanwhile. */
  #update({ person_id, refresh_token }: Connection, change: Partial<GoogleConnectionsTable>) {
    return this.db
      .updateTable('google_connections')
      .set(change)
      .where('person_id', '=', person_id)
      .where('refresh_token', '=', refresh_token)
      .execute();
  }

  /** Ends the back-off of a person's failed projects, which may be readable now: the next read refreshes them. */
  #refreshSoon(personId: string) {
    return this.db
      .updateTable('google_refreshes')
      .set({ next_at: 0, failures: 0 })
      .where('project_id', 'in', (eb) => eb.selectFrom('projects').select('id').where('owner_id', '=', personId))
      .where('failures', '>', 0)
      .execute();
  }

  /** Applies the granted rights to the projects that are read with the person's account; other projects get theirs at the next sync. */
  async #allowWriting(personId: string, writes: boolean) {
    const { writable, readOnlyReason } = rightsOf(writes);
    const changed = await this.db
      .updateTable('projects')
      .set({ writable: Number(writable), read_only_reason: readOnlyReason ?? null })
      .where('owner_id', '=', personId)
      .where('source', '=', 'googleApi')
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute();
    for (const { id } of changed) this.events.projectChanged.emit(id);
  }
}
