import { Lru } from '../endpoints/engine/lru';
import type { ProjectBeingRead } from '../projects/projectReads';

/** Milliseconds after which it is asked again all the same: somebody may have made it due before. */
const BELIEVED = 5_000;

/** Projects of which so much is known at a time; those that have been read most lately. */
const MOST = 10_000;

interface Rest {
  readonly until: number;
  /** How the project was then: once it is synced in another way, all may be different. */
  readonly as: string;
}

const asIs = ({ synced_at, status }: ProjectBeingRead) => `${status} ${synced_at}`;

/** Projects whose refresh rests, so that the database is not asked for each time that one is read. */
export class Resting {
  readonly #rests = new Lru<Rest>(MOST);

  constructor(private readonly now: () => number) {}

  /** @param until when its refresh may begin */
  put(project: ProjectBeingRead, until: number): void {
    this.#rests.set(project.id, { until: Math.min(until, this.now() + BELIEVED), as: asIs(project) }, 1);
  }

  /** Whether it is known that nothing can begin yet. */
  has(project: ProjectBeingRead): boolean {
    const rest = this.#rests.get(project.id);
    if (rest === undefined) return false;
    if (rest.as === asIs(project) && this.now() < rest.until) return true;
    this.#rests.delete(project.id);
    return false;
  }
}
