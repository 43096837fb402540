import type { ServedTab } from '../endpoints/engine/engine';
import type { TabState } from './tabState';
import type { PlannedWrite, Work } from './work';

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
  readonly opened: OpenedTab;
  readonly open: () => Promise<OpenedTab>;
  readonly work: Work;
  readonly keep?: Keep | undefined;
  /** The answer to be kept, as JSON. */
  readonly answer: (planned: PlannedWrite, revision: number) => string;
  readonly tries: number;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}
