import { Lru } from '../engine/lru';
import type { Asked } from './readyReplies';

/** A question that has been answered at least twice of the same rows, by whoever sees the same. */
export interface Repeat {
  readonly asked: Asked;
  /** Whether it has been asked since its answer was last made ready. */
  isWanted: boolean;
}

/** Questions of one project that are remembered: those that were made ready last. */
const REPEATS_MOST = 8;

const BUDGET = 8 * 1024 * 1024;
const BYTES_PER_REPEAT = 1_000;

const keyOf = ({ url, welcome, visitor: { sight, allowed } }: Asked) => `${welcome} ${sight} ${allowed} ${url}`;

/** Of a request, what chooses its answer: its connection is not kept. */
function withoutConnection({ request: { headers }, url, visitor, welcome }: Asked): Asked {
  const { host, origin } = headers;
  const coding = headers['accept-encoding'];
  return {
    request: { headers: { host, origin, 'accept-encoding': coding }, socket: {} },
    visitor: { ...visitor, headers: { origin } },
    ...{ url, welcome, tags: undefined },
  };
}

/** What is asked of projects again and again. */
export class Repeats {
  readonly #ofProjects = new Lru<ReadonlyMap<string, Repeat>>(BUDGET);

  /** The answer to a question has been made ready. */
  note(projectId: string, asked: Asked): Repeat {
    const key = keyOf(asked);
    const repeat = { asked: withoutConnection(asked), isWanted: false };
    const others = [...(this.#ofProjects.get(projectId) ?? [])].filter(([other]) => other !== key);
    const all = new Map([...others.slice(1 - REPEATS_MOST), [key, repeat]]);
    this.#ofProjects.set(projectId, all, BYTES_PER_REPEAT * all.size);
    return repeat;
  }

  /** The questions of a project that have been asked since their answers were made ready. They are forgotten. */
  take(projectId: string): readonly Asked[] {
    const all = [...(this.#ofProjects.get(projectId)?.values() ?? [])];
    this.#ofProjects.delete(projectId);
    return all.filter(({ isWanted }) => isWanted).map(({ asked }) => asked);
  }
}
