import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { grouped } from '../grouped';
import { UsageCounters } from './usageCounters';
import { addCounts, requestsByDay } from './usageRepository';

/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;

/** Days of a project's week, today included. */
export const WEEK = 7;

/** Numbers that are kept at once: that takes the event loop one to two milliseconds. */
const NUMBERS_AT_ONCE = 64;

/** `2026-03-04T05`, in UTC. */
export const hourOf = (time: number) => new Date(time).toISOString().slice(0, 13);

/** `2026-03-04`, in UTC. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** How often the data API was called: counted in memory, kept every few seconds. */
export class Usage {
  /** What was counted and is not kept yet. */
  readonly counters = new UsageCounters();
  /** When what is in memory began to be counted, in milliseconds since 1970. */
  #since = Date.now();
  /** The last of those who keep what was counted, one after the other. */
  #flushed = Promise.resolve();

  constructor(private readonly db: Kysely<Database>) {}

  /**
   * Keeps what was counted, as of the hour in which counting it began: a piece at a time, between which others have their turn, and
   * after what is being kept already. What cannot be kept now is kept the next time.
   *
   * @param now milliseconds since 1970
   */
  flush(now: number): Promise<void> {
    const done = this.#flushed.then(() => this.#keep(now));
    this.#flushed = done.catch(() => undefined);
    return done;
  }

  /**
   * Requests of the last seven days (UTC), today last, by project, with those not kept yet. A 304 is no request.
   *
   * @param now milliseconds since 1970
   */
  async weeks(projectIds: readonly string[], now: number): Promise<ReadonlyMap<string, number[]>> {
    const days = Array.from({ length: WEEK }, (_, back) => dayOf(now - (WEEK - 1 - back) * DAY));
    const kept = grouped(await requestsByDay(this.db, projectIds, days[0] ?? ''), ({ project_id }) => project_id);
    return new Map(
      projectIds.map((id) => {
        const byDay = new Map(kept.get(id)?.map(({ day, requests }) => [day, Number(requests)]));
        const week = days.map((day) => byDay.get(day) ?? 0);
        week[WEEK - 1] = (week[WEEK - 1] ?? 0) + this.#pending(id);
        return [id, week];
      }),
    );
  }

  async #keep(now: number): Promise<void> {
    const hour = hourOf(this.#since);
    this.#since = now;
    for (const counted of this.counters.pieces(NUMBERS_AT_ONCE)) {
      await addCounts(this.db, hour, counted);
      this.counters.subtract(counted);
      await nextTurn();
    }
  }

  #pending(projectId: string): number {
    const counted = this.counters.pending(projectId).entries.filter(({ outcome }) => outcome !== '304');
    return counted.reduce((sum, { requests }) => sum + requests, 0);
  }
}
