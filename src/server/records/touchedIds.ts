import { addTouchedIds, type PlannedWrite } from './work';

/** The ids that the writes of a group touch: looked for when somebody asks for one, which most writes do not. */
export class TouchedIds {
  readonly #ids = new Set<string>();
  /** Writes, the first ones, whose ids were looked for. */
  #known = 0;

  /** @param writes the group's, as they come */
  constructor(private readonly writes: readonly { readonly planned: PlannedWrite }[]) {}

  has(id: string): boolean {
    for (; this.#known < this.writes.length; this.#known += 1) {
      addTouchedIds(this.#ids, this.writes[this.#known]!.planned.rows);
    }
    return this.#ids.has(id);
  }
}
