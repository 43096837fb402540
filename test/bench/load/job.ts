/** Requests of a connection, sent one after the other. */
export interface RequestSet {
  readonly method: 'GET' | 'POST';
  /** Sent in this order, and then again from the start. */
  readonly paths: readonly string[];
  /** Headers, including `Host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Expected status; other responses are counted separately. */
  readonly status: number;
}

/** One measurement. Times are in milliseconds. */
export interface Job {
  /** Name of a prepared list of requests. */
  readonly set: string;
  readonly port: number;
  /** Id of the process whose CPU time is read. */
  readonly pid: number;
  readonly connections: number;
  readonly warmUp: number;
  readonly duration: number;
  /** Index of the first request. */
  readonly from: number;
}

/** Results of a measurement. Times are in milliseconds unless the name says otherwise. */
export interface Measured {
  /** Number of expected responses. */
  readonly answers: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Number of other responses by status; `closed` for connections that the server closed. */
  readonly others: Readonly<Record<string, number>>;
  readonly bytesPerAnswer: number;
  /** Share of one core that the client used: near 1 the client was the limit. */
  readonly clientBusy: number;
  /** CPU seconds of the server, if the system reports them. */
  readonly serverSeconds: number | undefined;
  /** Index of the next request. */
  readonly next: number;
}

export type ToClient =
  | { readonly kind: 'prepare'; readonly name: string; readonly set: RequestSet }
  | { readonly kind: 'run'; readonly job: Job };

export type FromClient = { readonly kind: 'prepared' } | { readonly kind: 'measured'; readonly measured: Measured };
