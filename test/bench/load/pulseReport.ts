/** How a server answered while it was asked every millisecond. Times are milliseconds. */
export interface PulseReport {
  readonly asked: number;
  readonly p99: number;
  readonly slowest: number;
}

export type ToPulse = { readonly kind: 'start'; readonly port: number } | { readonly kind: 'stop' };
export type FromPulse = { readonly kind: 'felt'; readonly report: PulseReport };
