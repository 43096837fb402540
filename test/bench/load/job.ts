/** Requests that a connection sends one after the other. */
export interface RequestSet {
  readonly method: 'GET' | 'POST';
  /** Asked in this order, then from the beginning again. */
  readonly paths: readonly string[];
  /** `Host` among them, as far as a client is concerned. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Status of the right answer; others are counted apart. */
  readonly status: number;
}

/** One measurement. Times are milliseconds. */
export interface Job {
  /** Name of a prepared set of requests. */
  readonly set: string;
  readonly port: number;
  /** Process whose CPU time is read. */
  readonly pid: number;
  readonly connections: number;
  readonly warmUp: number;
  readonly duration: number;
  /** Number of the first request. */
  readonly from: number;
}

/** What was measured. Times are milliseconds unless the name says otherwise. */
export interface Measured {
  /** Right answers. */
  readonly answers: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Other answers by status; `closed` for connections that the server ended. */
  readonly others: Readonly<Record<string, number>>;
  readonly bytesPerAnswer: number;
  /** Share of one core that the client needed: near 1 it was the client that was measured. */
  readonly clientBusy: number;
  /** CPU seconds of the server, where the system tells. */
  readonly serverSeconds: number | undefined;
  /** Number of the request that comes next. */
  readonly next: number;
}

export type ToClient =
  | { readonly kind: 'prepare'; readonly name: string; readonly set: RequestSet }
  | { readonly kind: 'run'; readonly job: Job };

export type FromClient = { readonly kind: 'prepared' } | { readonly kind: 'measured'; readonly measured: Measured };
