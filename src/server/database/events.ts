import type { ProjectsTable } from './tables/projects';

/** Payload of `projectRead`. */
export type ProjectBeingRead = Pick<
  ProjectsTable,
  'id' | 'owner_id' | 'sheet_id' | 'paused' | 'status' | 'synced_at' | 'refresh_seconds'
>;

/** Event source within this server. Listeners are called synchronously, in the order of their subscription. */
class ServerEvent<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  emit(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Subscribes a listener. @returns function that unsubscribes it */
  on(listener: (event: Event) => void): () => void {
    // Wrapped, so that a listener subscribed twice is called twice.
    const subscription = (event: Event) => listener(event);
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }
}

/** Events between the parts of one server. */
export interface ServerEvents {
  /** A project (id) or one of its tabs was changed in the database: its cached state is stale. Emitted after the commit. */
  readonly projectChanged: ServerEvent<string>;
  /** Projects, tabs or blobs (ids) were deleted: their cached data can be dropped, even if a project may be restored later. */
  readonly deleted: ServerEvent<readonly string[]>;
  /** Rows of a project were read. Emitted at intervals, not for each request. */
  readonly projectRead: ServerEvent<ProjectBeingRead>;
}

/** Creates the events of a server, without listeners. */
export const createEvents = (): ServerEvents => ({
  projectChanged: new ServerEvent(),
  deleted: new ServerEvent(),
  projectRead: new ServerEvent(),
});
