import type { ProjectsTable } from './tables/projects';

/** What the event of a project that is being read carries. */
export type ProjectBeingRead = Pick<
  ProjectsTable,
  'id' | 'owner_id' | 'sheet_id' | 'paused' | 'status' | 'synced_at' | 'refresh_seconds'
>;

/** Events of one kind within this server. Listeners hear them at once, in the order in which they began to listen. */
export class ServerEvent<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  emit(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** @returns the way to stop listening */
  on(listener: (event: Event) => void): () => void {
    // Of its own: one that listens twice hears twice.
    const own = (event: Event) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }
}

/** What parts of one server tell each other. */
export interface ServerEvents {
  /**
   * A project, by its id, or one of its tabs is stored in another way than before: nothing of it is answered from memory any more. It
   * is emitted after the transaction is committed.
   */
  readonly projectChanged: ServerEvent<string>;
  /**
   * Ids of projects, tabs and blobs that are deleted: nothing of them needs to be kept in memory, whether or not a project is put
   * back later.
   */
  readonly deleted: ServerEvent<readonly string[]>;
  /** Rows of a project are read. It is emitted once in a while, not for each request. */
  readonly projectRead: ServerEvent<ProjectBeingRead>;
  /** Google has said that a spreadsheet, by its id, has changed. */
  readonly sheetChanged: ServerEvent<string>;
}

/** Makes the events of a server, which nothing listens to yet. */
export const createEvents = (): ServerEvents => ({
  projectChanged: new ServerEvent(),
  deleted: new ServerEvent(),
  projectRead: new ServerEvent(),
  sheetChanged: new ServerEvent(),
});
