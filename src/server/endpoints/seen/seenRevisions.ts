import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { notWaiting } from '../../database/notWaiting';
import { inTime } from '../../database/trouble';
import type { TabView } from '../engine/engine';
import { Lru } from '../engine/lru';
import { NotReady } from '../notReady';
import type { ColumnNames } from '../query/columnNames';
import { findSeen, noteSeen, type SeenContent } from './seenRevisionsRepository';

const BUDGET = 4 * 1024 * 1024;
const BYTES_PER_TAB = 400;

/** How long, in milliseconds, the database is waited for: rows in memory can be answered without it. */
const PATIENCE = 2_000;

type Sight = Pick<ColumnNames, 'sight' | 'visible'>;

/**
 * Which revision of a tab somebody is told of. Whoever does not see all of its columns is told the one at which something changed
 * last that they see: a number that grows with what is hidden would tell of it. It is found by comparing what they see with what was
 * seen before, on any server, when it is asked for, so that whoever writes has nothing to do with it.
 */
export class SeenRevisions {
  readonly #ofViews = new WeakMap<TabView, Map<string, SeenContent>>();
  readonly #finding = new WeakMap<TabView, Map<string, Promise<SeenContent>>>();
  /** By tab and sight: what is being found, one after the other, so that each sees what the one before has noted. */
  readonly #lines = new Map<string, Promise<SeenContent>>();
  /** What was seen last, by tab and sight. */
  readonly #last = new Lru<SeenContent>(BUDGET);

  constructor(private readonly db: Kysely<Database>) {}

  /**
   * The revision to tell of a view.
   *
   * @param isUrgent whether it is to be told at once, even if nobody knows it yet
   * @throws NotReady where it has to be found first
   */
  told(tabId: string, view: TabView, { sight, visible }: Sight, isUrgent = false): number {
    if (sight === '') return view.revision;
    const known = this.#ofViews.get(view)?.get(sight);
    if (known !== undefined) return known.revision;
    if (isUrgent) return view.revision;
    throw new NotReady(this.find(tabId, view, { sight, visible }));
  }

  /** As {@link told}, found where nobody knows it yet. */
  async find(tabId: string, view: TabView, { sight, visible }: Sight): Promise<number> {
    if (sight === '') return view.revision;
    const finding = this.#finding.get(view) ?? new Map<string, Promise<SeenContent>>();
    this.#finding.set(view, finding);
    const find = () => this.#find(tabId, view, { sight, visible });
    const found = finding.get(sight) ?? this.#inLine(`${tabId} ${sight}`, find);
    finding.set(sight, found);
    found.catch(() => finding.delete(sight));
    return (await found).revision;
  }

  /** Whether it is known what to tell of a view. */
  knows(view: TabView, sight: string): boolean {
    return this.#ofViews.get(view)?.has(sight) === true;
  }

  /** What was seen last of a tab, as far as this server knows. */
  latest(tabId: string, sight: string): SeenContent | undefined {
    return this.#last.get(`${tabId} ${sight}`);
  }

  #inLine(name: string, find: () => Promise<SeenContent>): Promise<SeenContent> {
    const found = (this.#lines.get(name) ?? Promise.resolve()).then(find, find);
    const over = () => void (this.#lines.get(name) === found && this.#lines.delete(name));
    this.#lines.set(name, found);
    found.then(over, over);
    return found;
  }

  async #find(tabId: string, view: TabView, { sight, visible }: Sight): Promise<SeenContent> {
    const mark = await view.contentMark(visible);
    const last = this.latest(tabId, sight);
    const seen = last?.mark === mark ? last : await this.#compare(tabId, sight, mark, view.revision);
    const known = this.#ofViews.get(view) ?? new Map<string, SeenContent>();
    this.#ofViews.set(view, known.set(sight, seen));
    if (seen.revision >= (last?.revision ?? 0)) this.#last.set(`${tabId} ${sight}`, seen, BYTES_PER_TAB);
    return seen;
  }

  /** Compares with what was seen before. Where the database cannot say, or note it, it is new, here and for now. */
  async #compare(tabId: string, sight: string, mark: string, revision: number): Promise<SeenContent> {
    const now = { mark, revision, since: Date.now() };
    const tab = { tabId, sight };
    try {
      const before = await inTime(findSeen(this.db, tab, revision), PATIENCE);
      if (before?.mark === mark) return before;
      // What a power cut takes away is only found anew.
      await inTime(
        notWaiting(this.db, (free) => noteSeen(free, tab, now)),
        PATIENCE,
      );
    } catch {
      return now;
    }
    return now;
  }
}
