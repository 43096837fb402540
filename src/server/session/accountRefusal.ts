/** A refusal in the form that the auth library's own have: its body is `{message, code}`. */
export interface AccountRefusal {
  readonly status: number;
  readonly code: string;
  /** The sentence a person reads. */
  readonly message: string;
  /** Seconds after which it may be tried again. */
  readonly retryAfter?: number;
}
