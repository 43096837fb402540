import { type Caller, callerOf, mayRead } from '../../access/caller';
import { originHeaders } from '../../access/crossOrigin';
import type { Guard } from '../../access/guard';
import type { RequestLimits } from '../../access/requestLimits';
import { tabAt } from '../addressing';
import { cacheControlOf } from '../answerHeaders';
import { type Basics, basicHeaders, varyWith } from '../answerHeads';
import type { KnownProject } from '../directory';
import type { ReadTab } from '../endpointsRepository';
import type { ServedTab } from '../engine/engine';
import { Lru } from '../engine/lru';
import { askedOf } from '../plans';
import { peekTab, type Reading } from '../reading';
import { freshnessFor } from '../seen/freshness';
import { fieldsText } from '../../http/fieldsText';
import { tabAddressOf } from './target';
import type { Visitor } from './visitor';

/** A tab as it is met at an address, at one revision, by all who see the same of it: what can be made ready for them. */
export interface Place {
  readonly path: string;
  readonly projectId: string;
  readonly known: KnownProject;
  readonly tab: ReadTab;
  readonly revision: number;
  readonly sight: string;
  readonly allowed: string | undefined;
  /** What calls of it are taken from. */
  readonly limits: RequestLimits;
  /** Tells apart who sees which columns; empty where all are seen. */
  readonly view: string;
  /** Fields that each answer has. */
  readonly fields: string;
  /** Stands for the rows in memory, which it does not keep there. */
  readonly rows: object;
}

/** A place and whoever has come there. */
export interface Arrival {
  readonly place: Place;
  readonly caller: Caller;
  readonly served: ServedTab;
}

const BUDGET = 8 * 1024 * 1024;
const BYTES_PER_PLACE = 4_000;

/** Most places at one address: there are as many as keys that see something else, or sites. */
const VARIANTS_MOST = 16;

const tokens = new WeakMap<ServedTab, object>();

function tokenOf(served: ServedTab): object {
  const token = tokens.get(served) ?? {};
  tokens.set(served, token);
  return token;
}

/** Whether two places are those of one tab at one moment. */
export const areOfSameRows = (one: Place, other: Place): boolean =>
  one.known === other.known && one.revision === other.revision && one.rows === other.rows;

/** The places that are met again and again. */
export class Places {
  readonly #places = new Lru<readonly Place[]>(BUDGET);

  constructor(
    private readonly reading: Reading,
    private readonly guard: Pick<Guard, 'limitsOf' | 'transport'>,
  ) {}

  /**
   * Where an address leads a visitor.
   *
   * @param path of the tab
   * @returns undefined where something has to be read first, and for a file
   * @throws Refusal what `callerOf`, `mayRead`, `publishedTabAt` and `visibleColumns` refuse
   */
  find(path: string, visitor: Visitor): Arrival | undefined {
    for (const place of this.#places.get(path) ?? []) {
      const arrival = this.enter(place, visitor);
      if (arrival !== undefined) return arrival;
    }
    const arrival = this.#arriveAt(path, visitor);
    if (arrival !== undefined) this.#keep(arrival.place);
    return arrival;
  }

  /**
   * Enters a place that is known.
   *
   * @returns undefined where it is not as it was, or another one for this visitor
   * @throws Refusal what `callerOf` and `mayRead` refuse
   */
  enter(place: Place, visitor: Visitor): Arrival | undefined {
    if (place.sight !== visitor.sight || place.allowed !== visitor.allowed) return undefined;
    const { known, tab } = place;
    if (this.reading.directory.peek(place.projectId) !== known) return undefined;
    if (this.guard.limitsOf(place.projectId) !== place.limits) return undefined;
    const served = peekTab(this.reading, tab);
    if (served === undefined || served.revision !== place.revision || tokens.get(served) !== place.rows)
      return undefined;
    const caller = callerOf(visitor, known.project);
    mayRead(caller, known.project, tab);
    return { place, caller, served };
  }

  #arriveAt(path: string, visitor: Visitor): Arrival | undefined {
    const address = tabAddressOf(path);
    const known = address && this.reading.directory.peek(address.projectId);
    if (address === undefined || known === undefined) return undefined;
    const caller = callerOf(visitor, known.project);
    mayRead(caller, known.project);
    const { tab, format } = tabAt(known, caller, address.part);
    mayRead(caller, known.project, tab);
    const served = format === undefined ? peekTab(this.reading, tab) : undefined;
    const place = served && this.#placeOf({ path, known, caller, tab, visitor }, served);
    return served && place && { place, caller, served };
  }

  /** @returns undefined where it has to be found first what to tell the caller of */
  #placeOf(met: Met, served: ServedTab): Place | undefined {
    const { path, known, caller, tab, visitor } = met;
    const { sight, allowed } = visitor;
    const { view } = askedOf(caller, tab, served.columns);
    if (view !== '' && !this.reading.seen.knows(served.view(), view)) return undefined;
    const projectId = known.project.id;
    const { revision } = served;
    const limits = this.guard.limitsOf(projectId);
    const fields = this.#fieldsOf(met, limits);
    return { path, projectId, known, tab, revision, sight, allowed, view, limits, fields, rows: tokenOf(served) };
  }

  #fieldsOf({ known: { project }, caller, tab, visitor }: Met, limits: RequestLimits): string {
    const cacheControl = cacheControlOf(project, caller);
    const basics: Basics = { ...freshnessFor(this.reading, { project, tab, caller }), cacheControl };
    const ofGuard = originHeaders(visitor.allowed, visitor.presented !== undefined);
    const own = basicHeaders(basics);
    const vary = ofGuard.vary === undefined ? own.vary : varyWith(ofGuard.vary);
    return fieldsText({ ...this.guard.transport, ...ofGuard, ...own, vary, 'ratelimit-policy': limits.policy });
  }

  /** Those that are no more as they were have had their time. */
  #keep(place: Place): void {
    const others = (this.#places.get(place.path) ?? [])
      .filter((one) => areOfSameRows(one, place))
      .slice(0, VARIANTS_MOST - 1);
    const variants = [place, ...others];
    this.#places.set(place.path, variants, BYTES_PER_PLACE * variants.length);
  }
}

/** A tab as somebody meets it. */
interface Met {
  readonly path: string;
  readonly known: KnownProject;
  readonly caller: Caller;
  readonly tab: ReadTab;
  readonly visitor: Visitor;
}
