import type { ServedTab, TabView } from '../store/memory/engine';
import { type ColumnFacts, FactsLooker } from './columnFacts';
import { type ColumnForm, formLooker } from './columnForm';
import { lookThrough } from './looking';

/** What was found of each column of a view. */
export interface Survey<Found> {
  readonly view: TabView;
  readonly columns: readonly Found[];
}

/** What is found of a tab once a revision, however many ask. */
class Surveys<Found> {
  readonly #known = new WeakMap<ServedTab, { readonly view: TabView; readonly columns: Promise<readonly Found[]> }>();

  async of(served: ServedTab, look: (view: TabView) => Promise<readonly Found[]>): Promise<Survey<Found>> {
    const known = this.#known.get(served);
    if (known?.view.revision === served.revision) return { view: known.view, columns: await known.columns };
    const view = served.view();
    const columns = look(view);
    this.#known.set(served, { view, columns });
    return { view, columns: await columns };
  }
}

const facts = new Surveys<ColumnFacts>();
const forms = new Surveys<ColumnForm>();

const hasBlank = (view: TabView, column: number) =>
  view.rows === 0 || view.select({ where: { kind: 'blank', column, is: true }, offset: 0, limit: 1 }).total > 0;

/** What is said of a tab's columns now, writes of this moment too. */
export const factsOf = (served: ServedTab): Promise<Survey<ColumnFacts>> =>
  facts.of(served, (view) => lookThrough(view, (column, at) => new FactsLooker(column, hasBlank(view, at))));

/**
 * What the values of a tab's columns look like now.
 *
 * @param isSet whether the type of the column with a key was set by hand
 */
export const formsOf = (served: ServedTab, isSet: (key: string) => boolean): Promise<Survey<ColumnForm>> =>
  forms.of(served, (view) => lookThrough(view, (column) => formLooker(column, isSet(column.key))));
