import type { Operation } from './measured';

/** What is asked of the product. All of it is assumed; change it and run `npm run scale`. */
export interface World {
  readonly projects: number;
  readonly requestsPerSecond: number;
  readonly tabsPerProject: number;
  /** Rows of a tab are spread log-normally. */
  readonly medianRows: number;
  readonly spreadOfRows: number;
  /** Exponent of Zipf's law: how often the tab of rank r is asked, as r to the minus this. */
  readonly skew: number;
  /** Shares of all requests. */
  readonly mix: Readonly<Record<Operation, number>>;
  readonly keysPerProject: number;
  /** Share of the projects whose sheet is at Google, and the seconds after which a read refreshes it. */
  readonly googleShare: number;
  readonly refreshSeconds: number;
}

/** A million projects, a hundred thousand requests a second. */
export const internetScale: World = {
  projects: 1_000_000,
  requestsPerSecond: 100_000,
  tabsPerProject: 2.2,
  medianRows: 150,
  spreadOfRows: 1.9,
  skew: 1,
  mix: { hot: 0.5, unchanged: 0.15, row: 0.13, page: 0.1, filter: 0.07, sort: 0.03, append: 0.02 },
  keysPerProject: 1.5,
  googleShare: 0.4,
  refreshSeconds: 60,
};

/** What a machine and a database can do. Measured where `measured.ts` says so, else assumed on the careful side. */
export const machine = {
  /** Bytes for rows on one node (`src/server/endpoints/reading.ts`). */
  rowsBudget: 512 * 1024 ** 2,
  /** Bytes of a tab in memory beside its rows. */
  bytesPerTab: 20_000,
  /** Share of a core that is planned with. */
  busy: 0.7,
  /** Core seconds to read a tab into memory: at least, and for each row. */
  loadSeconds: 0.003,
  loadSecondsPerRow: 4e-6,
  /** Seconds for which a project is believed to be as it was read, and the statements to read it again (`directory.ts`). */
  believedSeconds: 5,
  statementsPerLook: 2,
  /** Seconds between two times that usage is kept (`background.ts`), and rows for each tab asked meanwhile. */
  flushSeconds: 5,
  rowsPerFlushedTab: 1.6,
  /** Bytes of a key in memory (`keyring.ts`), and those a node may spend on all. */
  bytesPerKey: 700,
  keysBudget: 1024 ** 3,
  /** Google's Sheets API: reads a minute of one client (`googleGate.ts`). */
  googleReadsPerMinute: 300,
  /** One PostgreSQL: short statements, rows of usage, and commits that notify, a second. */
  statementsPerSecond: 40_000,
  usageRowsPerSecond: 30_000,
  notifyingCommitsPerSecond: 4_000,
} as const;
export type Machine = typeof machine;
