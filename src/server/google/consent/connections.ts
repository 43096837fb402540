import type { Selectable } from 'kysely';
import type { GoogleConnection } from '../../../contract/google';
import { aboutRefreshToken, createSeal, type Seal } from '../../auth/seal';
import type { ServerEvents } from '../../database/events';
import { createSingleFlight } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { GoogleConnectionsTable } from '../../database/tables/google';
import type { Base } from '../../parts';
import type { Google } from '../quotas';
import { NotGranted, SHEETS_SCOPE, TokenCalls, type Tokens } from './tokenCalls';

/** Lets sheets be read and changed: asked for only where the person wants calls to write. */
const WRITING_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

/** What a person is asked for. Of who they are, only the address: Account shows which Google account it is. */
export const scopesFor = (writing: boolean) => `openid email ${writing ? WRITING_SCOPE : SHEETS_SCOPE}`;

const writesSheets = (granted: string) => granted.split(' ').includes(WRITING_SCOPE);

/** Whether what was granted lets sheets be read: people can leave it out on Google's page. */
export const readsSheets = (granted: string) => granted.split(' ').includes(SHEETS_SCOPE) || writesSheets(granted);

/** The reason why sheets of an account that lets them be read only cannot be written to. */
const READING_ONLY =
  'Read only: your Google account lets Tabpoint read your sheets. To let calls write to them, allow it on your account page, under Google.';

/** What may be done with sheets that are read with a person's account. */
export const rightsOf = (writes: boolean) =>
  writes ? { writable: true } : { writable: false, readOnlyReason: READING_ONLY };

/** What can be read with a person's Google account. */
export type GoogleAccess =
  | { readonly kind: 'none' }
  /** There was a consent, which is no more. */
  | { readonly kind: 'withdrawn'; readonly email: string }
  | OpenAccess;

export interface OpenAccess {
  readonly kind: 'open';
  readonly email: string;
  readonly token: string;
}

/** A token is not used in the last minute it is good for. */
const MARGIN = 60_000;

type Connection = Selectable<GoogleConnectionsTable>;

/** Google takes back all that an account has granted to this server, whichever token it is given ("Revoking a token"). */
const isOther = (known: Connection, { email }: Tokens) => known.email !== '' && email !== '' && known.email !== email;

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

  /** Those of this server; none where no client of Google is set. */
  static of({ db, events, google, settings }: ConnectionsParts): Connections | undefined {
    const { googleClient, authSecret, authSecretPrevious } = settings;
    if (googleClient === undefined) return undefined;
    const seal = createSeal(authSecret, authSecretPrevious);
    return new Connections(db, events, googleClient.id, new TokenCalls(google.client, googleClient), seal);
  }

  /** The connection as its person sees it. */
  async find(personId: string): Promise<GoogleConnection | undefined> {
    const found = await this.#find(personId);
    if (found === undefined) return undefined;
    const { email, connected_at: connectedAt, withdrawn_at, scope } = found;
    return { email, connectedAt, withdrawn: withdrawn_at !== null, writes: writesSheets(scope) };
  }

  /** Keeps what Google has granted, in place of what it had granted before; that of another account is given back. */
  async keep(personId: string, tokens: Tokens): Promise<void> {
    const before = await this.#find(personId);
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
    const old = before && isOther(before, tokens) ? this.#refreshToken(before) : undefined;
    if (old !== undefined) await this.revoke(old);
  }

  /** Gives back what is of no use, unless it is of the account that is connected: all that was ever granted would go with it. */
  async giveBack(personId: string, tokens: Tokens): Promise<void> {
    const known = await this.#find(personId);
    const isOfUse = known?.withdrawn_at === null && !isOther(known, tokens);
    if (!isOfUse) await this.revoke(tokens.refresh || tokens.access);
  }

  /**
   * A token to call Google with. Callers who need another one at the same time get the same.
   *
   * @param refused one that Google has refused: another one is fetched
   * @throws GoogleTrouble, or NotGranted where this server's client is not accepted
   */
  async access(personId: string, refused?: string): Promise<GoogleAccess> {
    const found = await this.#find(personId);
    if (found === undefined) return { kind: 'none' };
    const { email } = found;
    if (found.withdrawn_at !== null) return { kind: 'withdrawn', email };
    const isGood = found.access_until > Date.now() + MARGIN;
    const token = isGood ? this.seal.open(found.access_token, aboutAccess(personId)) : undefined;
    if (token !== undefined && token !== refused) return { kind: 'open', email, token };
    return this.#refreshing(found.refresh_token, () => this.#refresh(found));
  }

  /** Gives the account up. @returns whether Google knows it; undefined where there was none */
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

  /** The token that Google is to revoke, of a person who leaves. */
  async tokenOf(personId: string): Promise<string | undefined> {
    const found = await this.#find(personId);
    return found && this.#refreshToken(found);
  }

  /** @returns whether Google knows it */
  revoke(token: string): Promise<boolean> {
    return this.calls.revoke(token).catch(() => false);
  }

  #find(personId: string): Promise<Connection | undefined> {
    return this.db.selectFrom('google_connections').selectAll().where('person_id', '=', personId).executeTakeFirst();
  }

  /** Undefined where it is sealed with a secret that is no more: only the person can give another one. */
  #refreshToken({ person_id, refresh_token }: Connection): string | undefined {
    return this.seal.open(refresh_token, aboutRefreshToken(person_id));
  }

  async #refresh(connection: Connection): Promise<GoogleAccess> {
    const { person_id, email } = connection;
    const token = this.#refreshToken(connection);
    if (token === undefined) return this.#withdraw(connection);
    try {
      const tokens = await this.calls.refresh(token);
      await this.#change(connection, this.#sealedAccess(person_id, tokens));
      return { kind: 'open', email, token: tokens.access };
    } catch (error) {
      if (error instanceof NotGranted && error.reason === 'invalid_grant') return this.#withdraw(connection);
      throw error;
    }
  }

  async #withdraw(connection: Connection): Promise<GoogleAccess> {
    await this.#change(connection, { withdrawn_at: new Date().toISOString(), access_until: 0 });
    return { kind: 'withdrawn', email: connection.email };
  }

  #sealedAccess(personId: string, { access, seconds }: Tokens) {
    const access_token = this.seal.seal(access, aboutAccess(personId));
    return { access_token, access_until: Date.now() + seconds * 1000 };
  }

  /** Changes a connection unless another one has taken its place meanwhile. */
  #change({ person_id, refresh_token }: Connection, change: Partial<GoogleConnectionsTable>) {
    return this.db
      .updateTable('google_connections')
      .set(change)
      .where('person_id', '=', person_id)
      .where('refresh_token', '=', refresh_token)
      .execute();
  }

  /** What could not be read may be by now: a person's projects are refreshed when they are next read. */
  #refreshSoon(personId: string) {
    return this.db
      .updateTable('google_refreshes')
      .set({ next_at: 0, failures: 0 })
      .where('project_id', 'in', (eb) => eb.selectFrom('projects').select('id').where('owner_id', '=', personId))
      .where('failures', '>', 0)
      .execute();
  }

  /** What a person has allowed counts at once for the projects that are read with their account; for others, when they are synced. */
  async #allowWriting(personId: string, writes: boolean) {
    const { writable, readOnlyReason } = { readOnlyReason: null, ...rightsOf(writes) };
    const changed = await this.db
      .updateTable('projects')
      .set({ writable: Number(writable), read_only_reason: readOnlyReason })
      .where('owner_id', '=', personId)
      .where('source', '=', 'googleApi')
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute();
    for (const { id } of changed) this.events.projectChanged.emit(id);
  }
}
