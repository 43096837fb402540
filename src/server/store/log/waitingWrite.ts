import type { Author } from '../../database/tables/records';
import type { ServedTab } from '../memory/engine';
import type { PlannedWrite, TabState, Work } from './work';

/** A tab in memory that can be written to. */
export interface OpenedTab {
  readonly tabId: string;
  readonly served: ServedTab;
  readonly state: TabState;
}

/** Under which key an answer is kept, and what a repeat has to be equal to. */
export interface Keep {
  readonly caller: string;
  readonly key: string;
  readonly requestHash: string;
}

/** What comes of a write. */
export type Written<Planned extends PlannedWrite = PlannedWrite> =
  | {
      readonly kind: 'written';
      readonly planned: Planned;
      readonly revision: number;
      /** The tab with the write in it. */
      readonly served: ServedTab;
    }
  | { readonly kind: 'repeated'; readonly answer: string };

/** A write that waits to be committed. */
export interface Waiting {
  opened: OpenedTab;
  /** Opens the tab anew. */
  open(): Promise<OpenedTab>;
  readonly work: Work;
  readonly author: Author;
  readonly keep?: Keep | undefined;
  /** The answer to be kept, as JSON; asked for where there is something to keep. */
  answer(planned: PlannedWrite, revision: number): string;
  /** So often it has been worked out anew. */
  tries: number;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

/** Opens the tabs of writes anew; those whose tab cannot be opened any more are refused. */
export async function reopened(waiting: readonly Waiting[]): Promise<Waiting[]> {
  const opened: Waiting[] = [];
  for (const one of waiting) {
    try {
      one.opened = await one.open();
      opened.push(one);
    } catch (error) {
      one.reject(error);
    }
  }
  return opened;
}
