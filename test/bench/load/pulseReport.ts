/** Response times of a server that was requested every millisecond, in milliseconds. */
export interface PulseReport {
  readonly asked: number;
  readonly p99: number;
  readonly slowest: number;
}

export type ToPulse = { readonly kind: 'start'; readonly port: number } | { readonly kind: 'stop' };
export type FromPulse = { readonly kind: 'felt'; readonly report: PulseReport };
